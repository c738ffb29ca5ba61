"""The HTTP API: the same access, services and selectors as the pages, spoken in JSON. docs/api.md is its contract."""
