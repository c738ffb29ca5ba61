"""The appearance of the site: theme, form markup, template tags and style sheet. It knows no rule of any game."""
