"""The emblems of the games: templates/emblems/<slug>.svg, in a box of 40 by 40 and in the colour of the text."""

from django.template.loader import select_template


def emblem(slug: str) -> str:
    """Return the content of the <svg> element. A game without an emblem gets a drawing of two plain cards."""
    return str(select_template([f"emblems/{slug}.svg", "emblems/other.svg"]).render())


def svg_file(slug: str, colour: str) -> str:
    """Return the emblem as an SVG file, for paper and pictures."""
    drawing = emblem(slug).replace("currentColor", colour)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{drawing}</svg>'
