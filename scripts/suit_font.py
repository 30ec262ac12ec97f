"""Makes the font of the suit signs from DejaVu Sans.

Usage: python scripts/suit_font.py [DejaVuSans.ttf]

The font is part of the package, so this runs only to make it again; it needs fontTools, and the DejaVu Sans of
Matplotlib (both come with ``make test-env``). The licence is beside the font.
"""

from __future__ import annotations

import sys
from pathlib import Path

SIGNS = "♠♡♢♣♤♥♦♧\ufe0e"
NAME = "Reader Suits"
"""The licence requires altered versions to have a name of their own."""
FONT = Path(__file__).parents[1] / "verify/site/reader/static/suits.woff"


def make(source: Path, target: Path = FONT) -> None:
    """Write a font with nothing but suit signs, the same bytes each time.

    Args:
        source: DejaVuSans.ttf.
        target: where the font goes.
    """
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(
        flavor="woff",
        hinting=False,
        layout_features=[],
        name_IDs=[1, 2, 4, 6, 13],
        notdef_outline=True,
        recalc_timestamp=False,
    )
    font: TTFont = subset.load_font(str(source), options)
    maker = subset.Subsetter(options)
    maker.populate(unicodes=[ord(sign) for sign in SIGNS])
    maker.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4, 6):
            record.string = NAME if record.nameID != 6 else NAME.replace(" ", "")
    subset.save_font(font, str(target), options)


if __name__ == "__main__":
    import matplotlib

    make(Path(sys.argv[1]) if sys.argv[1:] else Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf"))
