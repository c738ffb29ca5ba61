"""Signs in the person whose rows are in the phone, for every request."""

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from ledger.circles.models import User


class OnePersonMiddleware:
    """The one active user is signed in. No other site can send a form to the phone, so no form needs a token.

    A phone without rows of a series has no user. When the session at the site has ended, the rows are removed, and only
    changes that wait stay in the phone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.user = User.objects.filter(is_active=True).first() or AnonymousUser()
        request.session = {}  # type: ignore[assignment]
        return self.get_response(request)
