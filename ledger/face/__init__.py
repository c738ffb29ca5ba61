"""The appearance of the site: theme, form markup, template tags, faces, names of cards, charts and cached pages."""
