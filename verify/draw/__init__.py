"""Draws checks and their results on the pages of a site."""
