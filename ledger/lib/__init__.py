"""Code that knows nothing of card games: ids, figures, currencies, formatting, hash chains, JSON, refusals."""
