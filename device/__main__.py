"""`python -m device` is `kiebitz`."""

import sys

from device.cli import main

sys.exit(main())
