"""Reference implementations of historical card games, each rule tied to the sentence that lays it down."""

__version__ = "0.2.0"
