"""The reader's site: panels beside sentences, records to step through, terms that explain themselves, a search.

It knows no game by name, and adds pages that lead from code back to text.
"""
