"""Draws the apparatus on pages: errata, decisions, tables, sources, files; keeps the addresses. It names no game."""
