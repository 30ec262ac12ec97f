"""The three doors to a verification: Sphinx, the command and pytest."""
