"""Runs checks in processes of their own and keeps the results that still hold."""
