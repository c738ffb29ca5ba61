"""Pages about the money of a circle: balances, settling up, payments."""
