""" "Start from a file": choose it, see what is in it, import it.

Between the two steps the file waits in the cache, so that it is sent once and the page works without JavaScript. It is
looked into again before it is written, since the database may have moved on.
"""

import hashlib
import secrets
import zlib

from allauth.decorators import rate_limit
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, StopUpload
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.circles.models import Circle, Member, User
from ledger.circles.services.guests import make_guest
from ledger.circles.views.kit import page, posted, sign_in_guest
from ledger.lib import formatting
from ledger.transfer.file_format import UnfitFileError
from ledger.transfer.importing import Contents, HereAlreadyError, bring_in, look_into

WAITS = 3600  # seconds between the two steps
MOST_WORK = 250_000  # of the sum of every series' events, squared: seconds at worst; hundreds of usual series
MEGABYTE = 1024 * 1024
TOO_LARGE = "ledger.upload_too_large"


class SizeLimit(FileUploadHandler):
    """Stops what is sent to any page when it is larger than any file of ours, before it fills the disk."""

    received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:  # noqa: ARG002  (Django's signature)
        self.received += len(raw_data)
        if self.received > settings.MAX_IMPORT:
            assert self.request is not None
            self.request.META[TOO_LARGE] = True
            raise StopUpload(connection_reset=False)
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The next handler keeps it."""


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
        self.is_too_large = request.META.get(TOO_LARGE, False)
        super().__init__(posted(request), request.FILES or None)
        if self.is_too_large:
            self.fields["file"].required = False

    def clean_file(self) -> UploadedFile | None:
        if self.is_too_large:
            limit = formatting.digits(f"{settings.MAX_IMPORT / MEGABYTE:.3g}")
            raise ValidationError(_("This file is too large: at most %(limit)s MB can be imported.") % {"limit": limit})
        file: UploadedFile = self.cleaned_data["file"]
        return file


@rate_limit(action="import_circle")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def start_from_file(request: HttpRequest) -> HttpResponse:
    if "kept" in request.POST:
        return _import(request, request.POST["kept"])
    form = FileForm(request)
    if form.is_valid():
        data = form.cleaned_data["file"].read()
        try:
            return _what_is_in_it(request, look_into(data, most_work=MOST_WORK), data)
        except UnfitFileError as unfit:
            return _refused(request, form, unfit)
    return page(request, "transfer/from_file.html", {"form": form})


def _what_is_in_it(request: HttpRequest, contents: Contents, data: bytes) -> HttpResponse:
    kept = secrets.token_urlsafe()
    cache.set(_place(kept), zlib.compress(data), WAITS)
    return page(request, "transfer/from_file_contents.html", {"contents": contents, "kept": kept})


def _import(request: HttpRequest, kept: str) -> HttpResponse:
    form = FileForm(request)
    data = cache.get(_place(kept))
    if data is None:
        return _refused(
            request, form, UnfitFileError([_("The file is no longer at hand. Please choose it once more.")])
        )
    try:
        circle = _bring_in(request, look_into(zlib.decompress(data), most_work=MOST_WORK))
    except UnfitFileError as unfit:
        mine = _mine(request, unfit)
        return redirect("circle", mine.pk) if mine else _refused(request, form, unfit)
    cache.delete(_place(kept))
    messages.success(request, _("%(circle)s is here, with all that was played.") % {"circle": circle.name})
    return redirect("circle", circle.pk)


def _bring_in(request: HttpRequest, contents: Contents) -> Circle:
    """Without an account the importer becomes a guest, as whoever starts a table."""
    with transaction.atomic():
        importer = request.user if isinstance(request.user, User) else make_guest(name=_("Scorekeeper"))
        circle = bring_in(contents, importer)
    sign_in_guest(request, importer)
    return circle


def _refused(request: HttpRequest, form: FileForm, unfit: UnfitFileError) -> HttpResponse:
    form.errors.clear()
    form.add_error(None, list(unfit.problems))
    return page(request, "transfer/from_file.html", {"form": form, "mine": _mine(request, unfit)})


def _mine(request: HttpRequest, unfit: UnfitFileError) -> Circle | None:
    """The circle that is here already, for whoever may see it: so that pressing the button twice leads there too."""
    if not isinstance(unfit, HereAlreadyError) or not isinstance(request.user, User):
        return None
    found = Member.objects.filter(circle=unfit.circle_id, user=request.user).select_related("circle").first()
    return found.circle if found else None


def _place(kept: str) -> str:
    return f"circle-file:{hashlib.sha256(kept.encode()).hexdigest()}"
