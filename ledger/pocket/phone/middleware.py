"""The user of every request in a phone: the person whose rows the phone holds."""

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from ledger.circles.models import User


class OnePersonMiddleware:
    """The one active user is signed in. No other site can send a form to the phone, so no form needs a token.

    There is no user while the phone holds no series: once a session has ended, only the changes that wait are left.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.user = User.objects.filter(is_active=True).first() or AnonymousUser()
        request.session = {}  # type: ignore[assignment]
        return self.get_response(request)
