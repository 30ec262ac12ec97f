"""The engine as a page in a browser talks to it: JSON in, JSON out; no rule is known on the other side.

The page runs Python in a worker and sends it requests; :meth:`gamerules.browser.desk.Desk.handle` answers them. What
comes back holds only what the reader may see, with every card already named in words.
"""

from gamerules.browser.desk import Desk
from gamerules.browser.table import OPPONENTS, Sitting
from gamerules.browser.text import rich

__all__ = ["OPPONENTS", "Desk", "Sitting", "rich"]
