"""`python -m rules_check` does the same as `rules-check`."""

import sys

from rules_check.cli import main

if __name__ == "__main__":
    sys.exit(main())
