"""The edition in TEI."""
