"""A page with one button for each kind of answer to an htmx request."""

from django.http import HttpRequest, HttpResponse
from django.template import engines

PAGE = """{% extends "base.html" %}
{% block main %}
<h1>Swapping</h1>
<div id="target"><button id="inside" hx-get="/swapping/gone/" hx-target="#target">Replace me</button></div>
{% for part in parts %}
<button id="{{ part }}" hx-post="/swapping/{{ part }}/" hx-target="#target">{{ part }}</button>
{% endfor %}
{% endblock %}"""

ANSWERS = {
    "gone": (200, "<p>Another text</p>"),
    "wanted": (200, '<p><a href="/" data-focus-after-swap id="wanted-link">Read on</a></p>'),
    "spoken": (200, '<p data-announce="Hand 5 saved">Saved</p>'),
    "refused": (422, '<p data-announce="Not saved yet">Wrong</p>'),
    "unchanged": (204, ""),
    "broken": (500, "A traceback"),
}


def page(request: HttpRequest) -> HttpResponse:
    template = engines["django"].from_string(PAGE)
    return HttpResponse(template.render({"parts": list(ANSWERS)}, request))


def part(request: HttpRequest, part: str) -> HttpResponse:
    status, content = ANSWERS[part]
    return HttpResponse(content, status=status)
