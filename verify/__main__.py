"""``python -m verify``."""

import sys

from verify.doors.command import main

if __name__ == "__main__":
    sys.exit(main())
