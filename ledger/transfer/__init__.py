"""A whole circle: its export and import as one file, and its deletion. Import of hands from a spreadsheet."""
