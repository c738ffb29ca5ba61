"""All that a scorer does: starting a series, entering and correcting hands, seats, and the end."""
