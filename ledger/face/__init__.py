"""The face: theme, form markup, template tags and the one style sheet. It knows the look and no rule of any game."""
