"""Links by which people join: making, listing and revoking them, and the page at the other end."""

from collections.abc import Iterator
from contextlib import contextmanager

from allauth.decorators import rate_limit
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_http_methods, require_POST

from ledger.circles import selectors
from ledger.circles.access import enter_circle, load_invite
from ledger.circles.forms import JoinForm, LinkForm
from ledger.circles.models import Circle, Invite, Member, User
from ledger.circles.roles import Role
from ledger.circles.services.invites import accept_invite, make_invite, make_table_link, revoke_invite
from ledger.circles.views.kit import page, posted, sign_in_guest, under_a_token


@require_http_methods(["GET", "HEAD", "POST"])
@under_a_token
def links(request: HttpRequest, circle_id: str) -> HttpResponse:
    """The list; after a POST the new link itself, the only time that it can be shown."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    form = LinkForm(posted(request))
    if form.is_valid():
        invite, token = make_invite(
            actor=me.user,
            circle=me.circle,
            role=form.cleaned_data["role"],
            label=form.cleaned_data["label"],
            lasts=form.lasts(),
            max_uses=1 if form.cleaned_data["once"] else None,
        )
        return _show(request, me, invite, token)
    invites = selectors.invites_of(me.circle)
    open_links = [invite for invite in invites if invite.is_open()]
    ended_links = [invite for invite in invites if not invite.is_open()]
    context = {"me": me, "circle": me.circle, "form": form, "open_links": open_links, "ended_links": ended_links}
    return page(request, "circles/links.html", context)


@require_POST
@under_a_token
def viewer_link(request: HttpRequest, circle_id: str) -> HttpResponse:
    """Held up at the table, so whoever keeps the score may make one too."""
    me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
    return _show(request, me, *make_table_link(actor=me.user, circle=me.circle))


@require_POST
def revoke_link(request: HttpRequest, circle_id: str, invite_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    revoke_invite(invite=load_invite(me, invite_id))
    return redirect("links", circle_id)


@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="join")
@under_a_token
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Says where the link leads. Only pressing the button joins, so that a chat's preview of the link does not."""
    invite = selectors.find_invite(token)
    if invite is None:
        return _closed(request)
    user = request.user if isinstance(request.user, User) else None
    form = JoinForm(posted(request))
    if request.method == "POST" and (user or form.is_valid()):
        return _join(request, invite, user, form)
    if not invite.is_open():
        return _closed(request)
    with _language_of(invite.circle, request):
        return page(request, "circles/join.html", {"invite": invite, "circle": invite.circle, "form": form})


def _join(request: HttpRequest, invite: Invite, user: User | None, form: JoinForm) -> HttpResponse:
    answers = {} if user else form.cleaned_data
    try:
        member = accept_invite(invite=invite, user=user, **answers)
    except ValidationError:
        return _closed(request)
    sign_in_guest(request, member.user)
    response = redirect("circle", member.circle_id)
    if not (user or _has_chosen_a_language(request)):
        year = settings.SESSION_COOKIE_AGE
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, invite.circle.language, max_age=year, samesite="Lax")
    return response


def _closed(request: HttpRequest) -> HttpResponse:
    """One answer for a link that is unknown, expired, revoked or used up."""
    return render(request, "circles/join_closed.html", status=404)


def _show(request: HttpRequest, me: Member, invite: Invite, token: str) -> HttpResponse:
    link = request.build_absolute_uri(reverse("join", args=[token]))
    return page(request, "circles/link.html", {"me": me, "circle": me.circle, "invite": invite, "link": link})


def _has_chosen_a_language(request: HttpRequest) -> bool:
    return settings.LANGUAGE_COOKIE_NAME in request.COOKIES


@contextmanager
def _language_of(circle: Circle, request: HttpRequest) -> Iterator[None]:
    """A stranger who has not chosen a language reads the circle's."""
    if request.user.is_authenticated or _has_chosen_a_language(request):
        yield
    else:
        with translation.override(circle.language):
            yield
