"""The first page, the manifest, the health checks, the metrics, and the page for errors of the server."""

import errno
import json
import secrets
import sys
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryFile
from uuid import uuid4

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError, OperationalError, connection, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from games.registry import GAMES
from ledger.books.balances import read_own_balances
from ledger.circles.models import User
from ledger.circles.selectors import memberships_of
from ledger.following.tonight import tonight_of
from ledger.lib.current_request import current_request_id, note_error
from ledger.lib.database_errors import RETRY_AFTER, is_unavailable
from ledger.lib.languages import BY_CODE
from ledger.lib.metrics import all_metrics
from ledger.operations.backup import database_file

ROOM = 256 * 1024  # bytes: what a save may add to SQLite's file or its log
FULL = (errno.ENOSPC, errno.EDQUOT)


@require_safe
def manifest(_request: HttpRequest, language: str) -> JsonResponse:
    """The web app manifest. Its address has the language, because browsers ask for a manifest without cookies."""
    if language not in BY_CODE:
        raise Http404
    content = json.loads((settings.BASE_DIR / "static" / "icons" / "site.webmanifest").read_text())
    with translation.override(language):
        name = _("Khata")
        description = _(
            "The account book of the card table: keep the score on one phone, follow it on the others, "
            "and see who owes whom."
        )
    icons = [icon | {"src": static(f"icons/{icon['src']}")} for icon in content["icons"]]
    content |= {"lang": BY_CODE[language].spoken, "name": name, "short_name": name, "description": description}
    return JsonResponse(content | {"icons": icons}, content_type="application/manifest+json")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show tonight's table and the visitor's circles; to a visitor without circles, how to begin."""
    memberships = list(memberships_of(request.user)) if isinstance(request.user, User) else []
    if memberships:
        own = read_own_balances(memberships)
        tables = [(me, own.of(me)) for me in memberships]
        context = {"tables": tables, "own_sentences": own.sentences, "tonight": tonight_of(memberships)}
        return render(request, "home.html", context)
    example = next((reverse("example", args=[game.slug]) for game in GAMES if game.example), "")
    return render(request, "opening.html", {"example_url": example})


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer that the process works. On the production server, ledger/config/asgi.py answers without a thread."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """Answer 200 if the database can be read and written, so that a save would work; else 503 with the problem."""
    problem = ""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            # Deletes nothing, but fails unless the database can be written.
            cursor.execute("DELETE FROM django_session WHERE session_key = ''")
        if connection.vendor == "sqlite" and is_full(database_file().parent) and not has_room_for_a_save():
            problem = "the disk of the database is full"
    except DatabaseError as error:
        note_error(error)
        problem = f"the database cannot be read or written ({type(error).__name__})"
    status = HTTPStatus.SERVICE_UNAVAILABLE if problem else HTTPStatus.OK
    return HttpResponse(f"{problem or 'ready'}\n", content_type="text/plain", status=status)


def is_full(folder: Path) -> bool:
    """Return whether a small file cannot be written. The number of free bytes would ignore quotas."""
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM))  # macOS has no posix_fallocate
            file.flush()
    except OSError as error:  # SQLite's files are open already, so any other error does not concern them
        return error.errno in FULL
    return False


def has_room_for_a_save() -> bool:
    """Return whether SQLite's own files still have room on a full disk, by writing an expired session."""
    session = Session(session_key=uuid4().hex, session_data="0" * ROOM, expire_date=timezone.now())
    try:
        session.save(force_insert=True)
        session.delete()
    except OperationalError as error:
        note_error(error)
        return False
    return True


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with the metrics, if LEDGER_METRICS allows it. Reads neither the session nor the database."""
    header, expected = request.headers.get("Authorization", ""), f"Bearer {settings.METRICS}"
    has_token = bool(settings.METRICS) and secrets.compare_digest(header.encode(), expected.encode())
    if settings.METRICS != "1" and not has_token:
        raise Http404
    return HttpResponse(all_metrics(), content_type=CONTENT_TYPE_LATEST)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500. While the database cannot be used it answers 503, with a button that sends a form again."""
    if not is_unavailable(sys.exc_info()[1]):
        return HttpResponseServerError(render_to_string("500.html", {"request_id": current_request_id()}))
    fields: list[tuple[str, str]] = []
    if request.method == "POST":
        fields = [
            (name, str(value))
            for name, values in request.POST.lists()
            for value in values
            if name != "csrfmiddlewaretoken" and "password" not in name
        ]
    context = {
        "address": request.get_full_path(),
        "fields": fields,
        "csrf_token": get_token(request),
        "request_id": current_request_id(),
    }
    response = HttpResponse(render_to_string("503.html", context), status=HTTPStatus.SERVICE_UNAVAILABLE)
    response["Retry-After"] = str(RETRY_AFTER)
    return response
