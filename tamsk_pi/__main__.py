"""`python -m tamsk_pi` is `tamsk-pi`."""

import sys

from tamsk_pi.cli import main

if __name__ == "__main__":
    sys.exit(main())
