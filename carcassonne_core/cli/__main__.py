"""`python -m carcassonne_core.cli`."""

import sys

from carcassonne_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
