"""The version of rules-check: the one place where it is written."""

VERSION = "0.1.0"
