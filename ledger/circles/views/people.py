"""The people of a circle: the players at the table, and the members who may look, record or own."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.circles import selectors
from ledger.circles.access import enter_circle, load_member, load_player
from ledger.circles.forms import PlayerForm, RoleForm
from ledger.circles.models import Member, Player
from ledger.circles.roles import Role
from ledger.circles.services import members, passwords, players
from ledger.circles.views.circles import circle_page
from ledger.circles.views.kit import faults_into, page, posted, under_a_token


@require_safe
def people(request: HttpRequest, circle_id: str) -> HttpResponse:
    return _people_page(request, enter_circle(request.user, circle_id), PlayerForm())


@require_POST
def add_player(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    form = PlayerForm(request.POST)
    if form.is_valid():
        with faults_into(form):
            players.add_player(circle=me.circle, name=form.cleaned_data["name"])
            return redirect("people", circle_id)
    return _people_page(request, me, form)


@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    """Rename, and the way to everything else that an owner does with a player."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    found = load_player(me, player_id)
    form = PlayerForm(posted(request), initial={"name": found.name})
    if form.is_valid():
        with faults_into(form):
            players.rename_player(player=found, name=form.cleaned_data["name"])
            return redirect("people", circle_id)
    return _player_page(request, me, load_player(me, player_id), form)


@require_POST
def remove_player(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    found = load_player(me, player_id)
    if players.remove_player(player=found):
        said = _("%(player)s has been removed.")
    else:
        said = _("%(player)s has played, so all that stays; new series leave the name out.")
    messages.success(request, said % {"player": found.name})
    return redirect("people", circle_id)


@require_POST
def restore_player(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    found = load_player(me, player_id)
    form = PlayerForm(initial={"name": found.name})
    try:
        players.restore_player(player=found)
    except ValidationError as error:
        return _player_page(request, me, load_player(me, player_id), form, fault=error.messages[0])
    return redirect("people", circle_id)


@require_POST
def claim_player(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    """ "This is me", for every member: it changes nothing that was recorded."""
    me = enter_circle(request.user, circle_id)
    try:
        players.claim_player(player=load_player(me, player_id), member=me)
    except ValidationError as error:
        return circle_page(request, me, fault=error.messages[0])
    return redirect("circle", circle_id)


@require_POST
def release_player(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id)
    found = load_player(me, player_id)
    if found.claimed_by != me and not me.may(Role.OWNER):
        raise PermissionDenied
    players.release_player(player=found)
    return redirect("circle", circle_id)


@require_http_methods(["GET", "HEAD", "POST"])
def member(request: HttpRequest, circle_id: str, member_id: str) -> HttpResponse:
    """Change the role, and the way to everything else that an owner does with a member."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    found = load_member(me, member_id)
    form = RoleForm(posted(request), initial={"role": found.role})
    if form.is_valid():
        with faults_into(form):
            members.change_role(member=found, role=form.cleaned_data["role"])
            return redirect("people", circle_id)
    return _member_page(request, me, found, form)


@require_POST
def remove_member(request: HttpRequest, circle_id: str, member_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    found = load_member(me, member_id)
    try:
        members.remove_member(member=found)
    except ValidationError as error:
        return _member_page(request, me, found, RoleForm(initial={"role": found.role}), fault=error.messages[0])
    messages.success(request, _("%(member)s is no longer a member.") % {"member": found.name})
    return redirect("home" if found == me else reverse("people", args=[circle_id]))


@require_POST
def hand_over(request: HttpRequest, circle_id: str, member_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    successor = load_member(me, member_id)
    try:
        members.hand_over(owner=me, successor=successor)
    except ValidationError as error:
        form = RoleForm(initial={"role": successor.role})
        return _member_page(request, me, successor, form, fault=error.messages[0])
    messages.success(request, _("%(member)s owns the circle now.") % {"member": successor.name})
    return redirect("people", circle_id)


@require_POST
@under_a_token
def password_link(request: HttpRequest, circle_id: str, member_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    found = load_member(me, member_id)
    key = passwords.make_password_link(owner=me, member=found)
    link = request.build_absolute_uri(reverse("account_reset_password_from_key", kwargs=key))
    return page(request, "circles/password_link.html", {"circle": me.circle, "member": found, "link": link})


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id)
    fault = ""
    if request.method == "POST":
        try:
            members.remove_member(member=me)
            messages.success(request, _("You have left %(circle)s.") % {"circle": me.circle.name})
            return redirect("home")
        except ValidationError as error:
            fault = error.messages[0]
    return page(request, "circles/leave.html", {"me": me, "circle": me.circle, "fault": fault})


def _people_page(request: HttpRequest, me: Member, form: PlayerForm) -> HttpResponse:
    context = {
        "me": me,
        "circle": me.circle,
        "players": selectors.players_of(me.circle),
        "hidden_players": selectors.hidden_players_of(me.circle),
        "members": selectors.members_of(me.circle),
        "form": form,
    }
    return page(request, "circles/people.html", context)


def _player_page(request: HttpRequest, me: Member, found: Player, form: PlayerForm, fault: str = "") -> HttpResponse:
    context = {"me": me, "circle": me.circle, "player": found, "form": form, "fault": fault}
    return page(request, "circles/player.html", context)


def _member_page(request: HttpRequest, me: Member, found: Member, form: RoleForm, fault: str = "") -> HttpResponse:
    resettable = selectors.members_with_resettable_password(me).filter(pk=found.pk).exists()
    context = {"me": me, "circle": me.circle, "member": found, "form": form, "fault": fault, "resettable": resettable}
    return page(request, "circles/member.html", context)
