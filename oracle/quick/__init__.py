"""The quick engine: the core as closures, run in place and again from the last rest."""
