"""The pages: access, form, service, render."""
