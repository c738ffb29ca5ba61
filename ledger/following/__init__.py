"""All that a reader looks at."""
