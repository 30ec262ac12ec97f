"""Draws how a page or sentence is cited: the panels "Cite", the bibliography, the head of a page, export files."""
