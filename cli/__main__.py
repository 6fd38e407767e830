"""`python -m cli` is `kiebitz`."""

import sys

from cli.main import main

if __name__ == "__main__":
    sys.exit(main())
