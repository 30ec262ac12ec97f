"""What each kind of check compares, and how a fault is put into words."""
