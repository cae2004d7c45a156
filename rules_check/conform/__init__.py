"""The conformance suite: vectors, the reference engine behind the protocol, and the runner."""
