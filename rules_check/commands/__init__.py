"""The commands, one module each: `configure(parser)` and `run(args) -> exit status`."""
