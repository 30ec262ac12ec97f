"""Writes the edition as data: tables in CSV and JSON, records, schemas, and the description of the package."""
