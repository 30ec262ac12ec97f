"""How the site and its sentences are cited."""
