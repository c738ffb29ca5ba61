"""Staying up to date: links that show a series without a login, tickets of open pages, and limits on both."""
