"""What knows nothing of card tables: ids, texts, currencies, formatting, hashes."""
