"""Who may sign up: LEDGER_SIGNUP is open, invited or closed. A guest may always make an account."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ledger.circles.models import Invite, User

INVITE_COOKIE = "invite"
COOKIE_LASTS = 24 * 3600


def may_start(request: HttpRequest) -> bool:
    """Whether this visitor may start a table."""
    user = request.user
    return settings.SIGNUP == "open" or (isinstance(user, User) and not user.is_guest)


def may_sign_up(request: HttpRequest) -> bool:
    """Whether this visitor may make an account. With "invited", the reader of an open invite link may, for a day."""
    # In a view with `as_anonymous`, a guest is in `request.guest`, and `request.user` is anonymous.
    user = getattr(request, "guest", None) or request.user
    if settings.SIGNUP == "open" or (isinstance(user, User) and user.is_guest):
        return True
    if settings.SIGNUP == "closed":
        return False
    invite_id = request.get_signed_cookie(INVITE_COOKIE, default="", max_age=COOKIE_LASTS)
    invite = Invite.objects.filter(pk=invite_id).first() if invite_id else None
    return invite is not None and invite.is_open()


def remember_invite(response: HttpResponse, invite: Invite) -> None:
    """Set a cookie with which the reader of an invite link may make an account.

    It is not in the session, because a session would write a row for every reader.
    """
    if settings.SIGNUP == "invited":
        response.set_signed_cookie(
            INVITE_COOKIE, invite.pk, max_age=COOKIE_LASTS, secure=settings.TLS, httponly=True, samesite="Lax"
        )


def signup_closed(request: HttpRequest) -> HttpResponse:
    return render(request, "account/signup_closed.html", {"takes_invited": settings.SIGNUP == "invited"}, status=403)


def offers(request: HttpRequest) -> dict[str, object]:
    """A context processor: may the visitor start a table, or sign up?

    The values are functions, so that a page that does not ask does not load the user.
    """
    return {"may_start": lambda: may_start(request), "may_sign_up": lambda: may_sign_up(request)}
