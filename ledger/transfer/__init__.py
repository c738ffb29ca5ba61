"""Export and import of a circle as one file, and import of hands from a spreadsheet."""
