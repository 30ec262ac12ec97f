"""Notations: records in YAML and their schema, Portable Bridge Notation for the games of four."""

from gamerules.notation.writing import write, write_record

__all__ = ["write", "write_record"]
