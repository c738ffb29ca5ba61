"""Staying up to date: links that show a series without a login, and tickets of open pages."""
