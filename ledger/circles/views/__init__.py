"""The pages. Each view checks access, reads a form, calls a service and renders a template."""
