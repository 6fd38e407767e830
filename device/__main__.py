"""`python -m device` is `kiebitz`."""

import sys

from device.cli import main

if __name__ == "__main__":
    sys.exit(main())
