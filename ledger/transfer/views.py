"""A whole circle: its export, its deletion, and "Start from a file": choose a file, see its contents, import it.

Between the two steps of an import the file is cached, so that the browser sends it only once. The file is checked again
before the circle is written, because the database may have changed.

A large file takes a minute. While the browser waits for the answer, the page asks how much of the work is done. Both
forms have a key, under which the answer to this question is cached.
"""

import secrets
import zlib
from datetime import datetime
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import TemporaryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, StopUpload
from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ledger.circles.access import enter_circle
from ledger.circles.accounts.limits import READ_FILES, too_many
from ledger.circles.accounts.signup import may_start, signup_closed
from ledger.circles.forms import DeleteCircleForm
from ledger.circles.models import Circle, User
from ledger.circles.roles import Role
from ledger.circles.views.shortcuts import form_data, render_page, sign_in_guest
from ledger.lib import formatting
from ledger.lib.files import answer_with_file
from ledger.series.luck import luck_is_due
from ledger.signing.minisign import ENDING, minisig_of
from ledger.transfer import file_process
from ledger.transfer.export import circle_file_parts
from ledger.transfer.file_format import AlreadyHere, UnreadableFile
from ledger.transfer.file_process import FileAnswer, FileJob
from ledger.transfer.import_circle import too_large_for_a_page
from ledger.transfer.progress import cache_key, share_of
from ledger.transfer.unfinished import delete_circle

KEPT_SECONDS = 3600  # for which a file stays in the cache between the two steps
MEGABYTE = 1024 * 1024
TOO_LARGE = "ledger.upload_too_large"


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
    """The question about a file that neither this site nor a trusted site has signed."""

    unsigned = forms.BooleanField(
        label=gettext_lazy("Import it all the same"),
        error_messages={"required": gettext_lazy("Please tick this if you know where the file comes from.")},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def start_from_file(request: HttpRequest) -> HttpResponse:
    """The first POST sends a file and shows its contents. The second, with the file's token, imports the circle."""
    if not may_start(request):
        return signup_closed(request)
    token, form, own_circle = request.POST.get("kept"), FileForm(request), None
    try:
        if token is not None:
            return _import_cached_file(request, token)
        if form.is_valid():
            return too_many(request, READ_FILES) or _check_file(request, form.cleaned_data["file"])
    except UnreadableFile as error:
        if isinstance(error, AlreadyHere) and isinstance(request.user, User):
            own_circle = Circle.objects.filter(pk=error.circle_id, members__user=request.user).first()
        if own_circle and token is not None:  # the button was pressed twice
            return redirect("circle", own_circle.pk)
        form.errors.clear()
        form.add_error(None, list(error.sentences))
    context = {"progress": uuid4(), "form": form, "own_circle": own_circle}
    return render_page(request, "transfer/from_file.html", context)


def _check_file(request: HttpRequest, file: UploadedFile) -> HttpResponse:
    if isinstance(file, TemporaryUploadedFile):
        answer = _ask(request, file.temporary_file_path())
    else:
        with NamedTemporaryFile(prefix="khata-file-") as copy:
            copy.write(file.read())
            copy.flush()
            answer = _ask(request, copy.name)
    compressor, token = zlib.compressobj(), secrets.token_urlsafe()
    compressed = b"".join(map(compressor.compress, file.chunks())) + compressor.flush()
    cache.set(cache_key("file", token), compressed, KEPT_SECONDS)
    return _show_contents(request, answer, token)


def _show_contents(
    request: HttpRequest, answer: FileAnswer, token: str, question: UnsignedForm | None = None
) -> HttpResponse:
    created_at = datetime.fromisoformat(answer.created_at)
    context = {"contents": answer, "created_at": created_at, "kept": token, "progress": uuid4()}
    if not answer.is_trusted:
        context["form"] = question or UnsignedForm()
    return render_page(request, "transfer/from_file_contents.html", context)


def _import_cached_file(request: HttpRequest, token: str) -> HttpResponse:
    compressed = cache.get(cache_key("file", token))
    if compressed is None:
        raise UnreadableFile(_("The file is no longer kept here. Please choose it again."))
    question = UnsignedForm(request.POST)
    with NamedTemporaryFile(prefix="khata-file-") as copy:
        decompressor = zlib.decompressobj()
        for start in range(0, len(compressed), MEGABYTE):
            copy.write(decompressor.decompress(compressed[start : start + MEGABYTE]))
        copy.flush()
        owner = request.user.pk if isinstance(request.user, User) else None
        answer = _ask(request, copy.name, imports=True, unsigned=question.is_valid(), owner=owner)
    if not answer.circle:
        return _show_contents(request, answer, token, question)
    luck_is_due.set()  # for the imported series; the process that imported them has a flag of its own
    sign_in_guest(request, get_object_or_404(User, pk=answer.owner))
    cache.delete(cache_key("file", token))
    messages.success(request, _("%(circle)s has been imported.") % {"circle": answer.name})
    return redirect("circle", answer.circle)


def _ask(request: HttpRequest, path: str, **options: Any) -> FileAnswer:
    """Return the answer of the process that works on files. Raise UnreadableFile if the process reports problems."""
    job = FileJob(path, get_language() or settings.LANGUAGE_CODE, request.POST.get("progress", "")[:100], **options)
    try:
        answer = file_process.ask(job)
    except file_process.Busy:
        raise UnreadableFile(_("Another file is being read here. Please try again in a minute.")) from None
    except file_process.TooMuch:
        raise UnreadableFile(too_large_for_a_page()) from None
    if answer.already_here:
        raise AlreadyHere(answer.already_here)
    if answer.problems:
        raise UnreadableFile(*answer.problems)
    return answer


@require_safe
def import_progress(request: HttpRequest, key: UUID) -> JsonResponse:  # noqa: ARG001
    """The share of the events that are checked, 1 while the circle is written, null before the file has arrived."""
    return JsonResponse({"share": share_of(str(key))})


@require_safe
def export_circle(request: HttpRequest, circle_id: str) -> FileResponse:
    """Write the file to the disk first: a client may receive it slowly, and all rows must be read at one moment."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    file = TemporaryFile(prefix="khata-file-")  # noqa: SIM115  (the answer closes it)
    for part in circle_file_parts(me.circle):
        file.write(part.encode())
    file.seek(0)
    return FileResponse(file, as_attachment=True, filename=_file_name(me.circle), content_type="application/json")


@require_safe
def export_minisig(request: HttpRequest, circle_id: str) -> HttpResponse:
    """Answer with the signature of the file. While nothing changes in the circle, the file stays the same for a day."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    name = _file_name(me.circle)
    signature = minisig_of((part.encode() for part in circle_file_parts(me.circle)), name)
    return answer_with_file(signature, "text/plain", f"{name}{ENDING}")


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    form = DeleteCircleForm(me.circle, form_data(request))
    if form.is_valid():
        delete_circle(circle=me.circle)
        messages.success(request, _("%(circle)s has been deleted.") % {"circle": me.circle.name})
        return redirect("home")
    return render_page(request, "transfer/delete.html", {"me": me, "circle": me.circle, "form": form})


def _file_name(circle: Circle) -> str:
    return f"{slugify(circle.name) or circle.pk}-{timezone.localdate():%Y-%m-%d}.json"
