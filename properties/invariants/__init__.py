"""The properties, one module a family."""
