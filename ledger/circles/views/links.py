"""Links by which people join: making, listing and revoking them, and the page that such a link opens."""

from contextlib import nullcontext
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_http_methods, require_POST

from ledger.circles import selectors
from ledger.circles.access import enter_circle, load_invite
from ledger.circles.accounts.limits import JOINED, WRONG_LINKS, address_of, too_many
from ledger.circles.accounts.signup import remember_invite, signup_closed
from ledger.circles.forms import JoinForm, LinkForm
from ledger.circles.models import Invite, Member, User
from ledger.circles.roles import Role
from ledger.circles.services.invites import accept_invite, make_invite, make_table_link, revoke_invite
from ledger.circles.views.people import people_page
from ledger.circles.views.shortcuts import add_errors_to, form_data, render_page, secret_page, sign_in_guest
from ledger.lib.addresses import address_for_others, network_address

ROLE_OF_BUTTON = {"look on": Role.VIEWER, "write": Role.SCORER}  # of circles/invite.html


@require_http_methods(["GET", "HEAD", "POST"])
@secret_page
def links(request: HttpRequest, circle_id: str) -> HttpResponse:
    """List the links. After a POST, show the new link, which cannot be shown again later."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    form = LinkForm(form_data(request))
    if form.is_valid():
        with add_errors_to(form):
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
    return render_page(request, "circles/links.html", context)


@require_POST
@secret_page
def viewer_link(request: HttpRequest, circle_id: str) -> HttpResponse:
    """Make a link to show at the table. A scorer makes a link for viewers; an owner is asked for the role first."""
    me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
    role: Role | None = Role.VIEWER
    if me.may(Role.OWNER):
        role = ROLE_OF_BUTTON.get(request.POST.get("may", ""))
    if role is None:
        return render_page(request, "circles/invite.html", {"me": me, "circle": me.circle})
    try:
        invite, token = make_table_link(actor=me.user, circle=me.circle, role=role)
    except ValidationError as error:
        return people_page(request, me, error=error.messages[0])
    return _show(request, me, invite, token)


@require_POST
def revoke_link(request: HttpRequest, circle_id: str, invite_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    revoke_invite(invite=load_invite(me, invite_id))
    return redirect("links", circle_id)


@require_http_methods(["GET", "HEAD", "POST"])
@secret_page
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show which circle the link opens, and join it by POST alone: a chat that loads a preview must not join."""
    invite = selectors.find_invite(token)
    if invite is None:
        return _unknown(request)
    user = request.user if isinstance(request.user, User) else None
    has_language = user is not None or settings.LANGUAGE_COOKIE_NAME in request.COOKIES
    tapped = request.POST.get("player", "")
    form = JoinForm(form_data(request), as_player=bool(tapped))
    if request.method == "POST" and (user or form.is_valid()):
        limit_key = f"{invite.pk}:{address_of(request)}"
        try:
            if user is None:
                JOINED.require(limit_key)
            player = selectors.player_to_claim(invite.circle, tapped) if tapped else None
            member = accept_invite(invite=invite, user=user, player=player, **({} if user else form.cleaned_data))
        except ValidationError as error:
            if not invite.is_open():
                return _closed(request)
            if error.code == "signup":
                return signup_closed(request)
            return render_page(request, "circles/join.html", join_context(invite, user, form, error.messages[0]))
        if user is None:
            JOINED.count(limit_key)
        sign_in_guest(request, member.user)
        response = redirect("circle", member.circle_id)
        if not has_language:
            year = settings.SESSION_COOKIE_AGE
            response.set_cookie(settings.LANGUAGE_COOKIE_NAME, invite.circle.language, max_age=year, samesite="Lax")
        return response
    if not invite.is_open():
        return _closed(request)
    if user is None and settings.SIGNUP == "closed":
        return signup_closed(request)
    # A visitor who has not chosen a language reads the page in the circle's language.
    with nullcontext() if has_language else translation.override(invite.circle.language):
        page = render_page(request, "circles/join.html", join_context(invite, user, form))
    remember_invite(page, invite)
    return page


def join_context(invite: Invite, user: User | None, form: JoinForm, error: str = "") -> dict[str, Any]:
    """Return the players who can be claimed (`free`) and the others. A member who has claimed a player sees none."""
    players = list(selectors.players_of(invite.circle))
    if user and any(player.claimed_by and player.claimed_by.user_id == user.pk for player in players):
        players = []
    free = [player for player in players if not player.is_taken]
    taken = [player for player in players if player.is_taken]
    return {"invite": invite, "circle": invite.circle, "form": form, "error": error, "free": free, "taken": taken}


def _unknown(request: HttpRequest) -> HttpResponse:
    """Count a request with an unknown token, and answer it. The limit never refuses a request with a valid token."""
    return too_many(request, WRONG_LINKS) or _closed(request)


def _closed(request: HttpRequest) -> HttpResponse:
    """One answer for a link that is unknown, expired, revoked or used up."""
    return render(request, "circles/join_closed.html", status=404)


def _show(request: HttpRequest, me: Member, invite: Invite, token: str) -> HttpResponse:
    link = address_for_others(request, reverse("join", args=[token]))
    context = {"me": me, "circle": me.circle, "invite": invite, "link": link, "in_network": network_address(request)}
    return render_page(request, "circles/link.html", context)
