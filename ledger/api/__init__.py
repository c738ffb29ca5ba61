"""The HTTP API: JSON, with the access, services and selectors of the pages. docs/api.md is the API's contract."""
