"""All that a scorer writes."""
