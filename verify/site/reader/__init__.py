"""Draws what readers open on pages: panels beside sentences, records to step through, terms, indexes, the search.

It knows no game by name, and adds pages that lead from code back to text.
"""
