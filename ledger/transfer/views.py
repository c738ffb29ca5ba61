"""The export of a circle, and "Start from a file": choose it, see what is in it, import it.

Between the two steps of an import the file is kept in the cache, so that it is sent only once. It is checked again
before it is written, because the database may have changed.

A large file takes a minute. While the browser waits for the answer, the page asks how far the work is: both forms carry
a key, under which the share is kept in the cache.
"""

import hashlib
import secrets
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any
from uuid import UUID, uuid4

from allauth.decorators import rate_limit
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, StopUpload
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from ledger.circles.access import enter_circle
from ledger.circles.accounts.signup import may_start, signup_closed
from ledger.circles.models import Circle, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import require_room_for_circle
from ledger.circles.services.guests import make_guest
from ledger.circles.views.shortcuts import form_data, render_page, sign_in_guest
from ledger.lib import formatting
from ledger.signing.minisign import ENDING, minisig_of
from ledger.transfer.export import circle_file_parts
from ledger.transfer.file_format import AlreadyHere, UnreadableFile
from ledger.transfer.import_circle import Contents, check_file, import_circle
from ledger.transfer.wording import seal_in_words

KEPT_SECONDS = 3600  # between the two steps
MOST_WORK = 64_000_000  # minutes; 64 MB of series with 500 of the shortest hands take 62 million
LARGE = 4 * 1024 * 1024  # bytes; a larger file takes eight times its size in memory, and seconds to minutes
MEGABYTE = 1024 * 1024
TOO_LARGE = "ledger.upload_too_large"
one_large_file = Lock()  # at a time in each process, which bounds its memory


class SizeLimit(FileUploadHandler):
    """Stop an upload to any page at the size of the largest import, before it fills the disk."""

    received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:  # noqa: ARG002  (Django's signature)
        self.received += len(raw_data)
        if self.received > settings.MAX_IMPORT:
            assert self.request is not None
            self.request.META[TOO_LARGE] = True
            raise StopUpload(connection_reset=False)
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The next handler keeps the file."""


class FileForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File of a circle"),
        help_text=gettext_lazy(
            "Its name ends in .json. An owner finds it in the settings of the circle, under Export."
        ),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={
            "required": gettext_lazy("Please choose a file."),
            "empty": gettext_lazy("This file is empty."),
        },
    )

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(form_data(request), request.FILES or None)
        self.is_too_large = request.META.get(TOO_LARGE, False)  # known once the body has been read
        if self.is_too_large:
            self.fields["file"].required = False

    def clean_file(self) -> UploadedFile | None:
        if self.is_too_large:
            limit = formatting.digits(f"{settings.MAX_IMPORT / MEGABYTE:.3g}")
            raise ValidationError(_("This file is too large: at most %(limit)s MB can be imported.") % {"limit": limit})
        file: UploadedFile = self.cleaned_data["file"]
        return file


class UnsignedForm(forms.Form):
    """The question about a file that no site has signed which this one knows."""

    unsigned = forms.BooleanField(
        label=gettext_lazy("Import it all the same"),
        error_messages={"required": gettext_lazy("Please tick this if you know where the file comes from.")},
    )


@rate_limit(action="import_circle")
@require_http_methods(["GET", "HEAD", "POST"])
def start_from_file(request: HttpRequest) -> HttpResponse:
    """The first POST sends a file and shows its contents. The second one, with its token, imports it."""
    if not may_start(request):
        return signup_closed(request)
    token, form, own_circle = request.POST.get("kept"), FileForm(request), None
    report = ProgressReport(request.POST.get("progress", ""))
    context: dict[str, Any] = {"progress": uuid4()}
    try:
        if token is not None:
            return _import_kept_file(request, token, report)
        if form.is_valid():
            data = form.cleaned_data["file"].read()
            with room_for(data):
                contents, kept = check_file(data, most_work=MOST_WORK, report=report), secrets.token_urlsafe()
                cache.set(_cache_key("file", kept), zlib.compress(data), KEPT_SECONDS)
            return _show_contents(request, contents, kept)
    except UnreadableFile as error:
        if isinstance(error, AlreadyHere) and isinstance(request.user, User):
            own_circle = Circle.objects.filter(pk=error.circle_id, members__user=request.user).first()
        if own_circle and token is not None:  # the button was pressed twice
            return redirect("circle", own_circle.pk)
        form.errors.clear()
        form.add_error(None, list(error.sentences))
    return render_page(request, "transfer/from_file.html", context | {"form": form, "own_circle": own_circle})


def _show_contents(
    request: HttpRequest, contents: Contents, kept: str, question: UnsignedForm | None = None
) -> HttpResponse:
    context = {"contents": contents, "kept": kept, "progress": uuid4(), "signed": seal_in_words(contents.seal)}
    if not contents.seal.is_trusted:
        context["form"] = question or UnsignedForm()
    return render_page(request, "transfer/from_file_contents.html", context)


def _import_kept_file(request: HttpRequest, token: str, report: "ProgressReport") -> HttpResponse:
    compressed = cache.get(_cache_key("file", token))
    if compressed is None:
        raise UnreadableFile(_("The file is no longer kept here. Please choose it again."))
    data = zlib.decompress(compressed)
    with room_for(data):
        contents = check_file(data, most_work=MOST_WORK, report=report)
        question = UnsignedForm(request.POST)
        if not contents.seal.is_trusted and not question.is_valid():
            return _show_contents(request, contents, token, question)
        with transaction.atomic():
            owner = request.user if isinstance(request.user, User) else make_guest(name=_("Scorekeeper"))
            try:
                require_room_for_circle(owner)
            except ValidationError as error:
                raise UnreadableFile(error.messages[0]) from error
            circle = import_circle(contents, owner)
    sign_in_guest(request, owner)
    cache.delete(_cache_key("file", token))
    messages.success(request, _("%(circle)s has been imported.") % {"circle": circle.name})
    return redirect("circle", circle.pk)


def _cache_key(what: str, token: str) -> str:
    return f"circle-{what}:{hashlib.sha256(token.encode()).hexdigest()}"


@contextmanager
def room_for(data: bytes) -> Iterator[None]:
    """Work on a file. UnreadableFile if it is large and another large one is being worked on."""
    if len(data) <= LARGE:
        yield
    elif one_large_file.acquire(blocking=False):
        try:
            yield
        finally:
            one_large_file.release()
    else:
        raise UnreadableFile(_("Another large file is being read here. Please try again in a few minutes."))


class ProgressReport:
    """Keeps the share of the work that is done, once a second."""

    def __init__(self, key: str) -> None:
        self.key, self.kept_at = key, 0.0

    def __call__(self, share: float) -> None:
        now = time.monotonic()
        if self.key and (now - self.kept_at >= 1 or share == 1):
            self.kept_at = now
            cache.set(_cache_key("progress", self.key), share, KEPT_SECONDS)


@require_safe
def import_progress(request: HttpRequest, key: UUID) -> JsonResponse:  # noqa: ARG001
    """The share of the events that are checked, 1 while they are written, null before the file has arrived."""
    return JsonResponse({"share": cache.get(_cache_key("progress", str(key)))})


@require_safe
def export_circle(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    response = HttpResponse(circle_file_parts(me.circle), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{_file_name(me.circle)}"'
    return response


@require_safe
def export_minisig(request: HttpRequest, circle_id: str) -> HttpResponse:
    """Of the file that `export_circle` gives, which is the same bytes for a day if nothing changes."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    name = _file_name(me.circle)
    signature = minisig_of((part.encode() for part in circle_file_parts(me.circle)), name)
    response = HttpResponse(signature, content_type="text/plain")
    response["Content-Disposition"] = f'attachment; filename="{name}{ENDING}"'
    return response


def _file_name(circle: Circle) -> str:
    return f"{slugify(circle.name) or circle.pk}-{timezone.localdate():%Y-%m-%d}.json"
