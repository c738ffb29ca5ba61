"""Check that all stored rows follow from the events."""
