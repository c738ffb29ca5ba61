"""Recording the waiting changes that a phone has saved as a file: choose the file, see its changes, record them."""

import zlib
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ledger.circles.views.shortcuts import render_page
from ledger.lib import formatting
from ledger.lib.ids import new_key
from ledger.pocket.waiting_file import MOST_BYTES, Unfit, read_waiting, record_waiting
from ledger.transfer.views import KEPT_SECONDS, MEGABYTE, FileForm


class WaitingFileForm(FileForm):
    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.fields["file"].label = gettext_lazy("File that a phone has saved")
        self.fields["file"].help_text = gettext_lazy("Its name ends in .json.")

    def clean_file(self) -> UploadedFile | None:
        file: UploadedFile | None = None if self.is_too_large else self.cleaned_data["file"]
        if file is None or (file.size or 0) > MOST_BYTES:
            limit = formatting.digits(MOST_BYTES // MEGABYTE)
            raise ValidationError(_("This file is too large: a phone saves at most %(limit)s MB.") % {"limit": limit})
        return file


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def read_in(request: HttpRequest) -> HttpResponse:
    """The first POST sends a file and shows its changes. The second POST, with the file's token, records the changes.

    A file can be sent twice: by the keys of the changes, the site knows which of them it has.
    """
    form, token = WaitingFileForm(request), request.POST.get("kept")
    context: dict[str, Any] = {"form": form}
    try:
        if token is not None:
            file = read_waiting(_kept_file(request, token))
            context = {"file": file, "found": record_waiting(file, request.user), "is_done": True}
            return render_page(request, "pocket/file_contents.html", context)
        if form.is_valid():
            data, token = form.cleaned_data["file"].read(), new_key()
            file = read_waiting(data)
            expected = record_waiting(file, request.user, rehearse=True)
            cache.set(_cache_key(request, token), zlib.compress(data), KEPT_SECONDS)
            context = {"file": file, "found": expected, "kept": any(series.new for series in expected) and token}
            return render_page(request, "pocket/file_contents.html", context)
    except Unfit as error:
        form.errors.clear()
        form.add_error(None, str(error))
    return render_page(request, "pocket/read_in.html", context)


def _kept_file(request: HttpRequest, token: str) -> bytes:
    compressed = cache.get(_cache_key(request, token))
    if compressed is None:
        raise Unfit(_("The file is no longer kept here. Please choose it again."))
    return zlib.decompress(compressed)


def _cache_key(request: HttpRequest, token: str) -> str:
    return f"waiting-file:{request.user.pk}:{token[:40]}"
