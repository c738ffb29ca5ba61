"""The ways in which signing in by the provider can fail, each with its status and a sentence for the visitor."""

from enum import Enum
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from ledger.circles.accounts.oidc.provider import site_provider


class Trouble(Enum):
    SILENT = HTTPStatus.BAD_GATEWAY, _("%(provider)s does not answer. Please try again later, or sign in another way.")
    UNTRUSTED = (
        HTTPStatus.BAD_GATEWAY,
        _(
            "%(provider)s gave an answer that this site cannot trust. Please tell the person who runs this site, "
            "and sign in another way."
        ),
    )
    DENIED = HTTPStatus.FORBIDDEN, _("%(provider)s did not let you in, or you turned back. Nothing has changed.")
    STALE = (
        HTTPStatus.BAD_REQUEST,
        _("This sign-in has ended, or it was begun in another browser. Please begin again."),
    )
    KNOWN_ADDRESS = (
        HTTPStatus.CONFLICT,
        _(
            "An account on this site has your e-mail address already. Sign in to it as usual, "
            "and connect it with %(provider)s on its account page."
        ),
    )

    def __init__(self, status: HTTPStatus, sentence: Any) -> None:
        self.status = status
        self.sentence = sentence


def show_trouble(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    text = trouble.sentence % {"provider": site_provider().name}
    return render(request, "account/provider_trouble.html", {"text": text}, status=trouble.status)
