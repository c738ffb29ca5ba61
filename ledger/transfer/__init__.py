"""A circle as one file, out and in, and hands from a spreadsheet."""
