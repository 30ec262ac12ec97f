"""Writes the edition as one TEI file: ``text`` the passages of pages, ``document`` everything around them."""
