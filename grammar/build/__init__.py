"""Parse trees to AST, one module a kind of phrase."""
