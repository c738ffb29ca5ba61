"""The pages of a reader."""
