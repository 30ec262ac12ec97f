"""Finds the checks of a page: by the page's own parser, guarded by an independent count."""
