"""``python -m gamerules``."""

import sys

from gamerules.cli import main

sys.exit(main())
