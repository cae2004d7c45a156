"""From the bound AST of a text to its core, a file an idea; `core.translate` is the door."""
