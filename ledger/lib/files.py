"""Answers that are files."""

from django.http import HttpResponse


def answer_with_file(
    content: bytes | str, content_type: str, name: str, *, disposition: str = "attachment"
) -> HttpResponse:
    """Answer with a file to save under this name. With the disposition "inline", the browser shows the file."""
    headers = {"Content-Disposition": f'{disposition}; filename="{name}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)
