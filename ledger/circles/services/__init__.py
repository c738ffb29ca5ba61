"""All changes to circles. Each is atomic and raises ValidationError for what the rules forbid."""
