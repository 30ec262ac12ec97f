"""The laboratory: deals by the thousand, on one core or many, counted with their intervals."""
