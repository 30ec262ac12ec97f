"""What the pages are held against: the sources' manifests, the rules that carry them out and the committed totals."""
