"""Notations: records in YAML and their schema, Portable Bridge Notation for the games of four."""

from gamerules.notation.writing import dump, write_record

__all__ = ["dump", "write_record"]
