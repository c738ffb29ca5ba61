"""The people of a circle: the players at the table, and the members who may read, record or own."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.circles import selectors
from ledger.circles.access import enter_circle, load_member, load_player
from ledger.circles.forms import FaceForm, NewPlayerForm, PlayerForm, RoleForm
from ledger.circles.models import Member, Player
from ledger.circles.roles import Role
from ledger.circles.services import members, passwords, players
from ledger.circles.views.shortcuts import add_errors_to, form_data, render_page, secret_page


@require_safe
def people(request: HttpRequest, circle_id: str) -> HttpResponse:
    return people_page(request, enter_circle(request.user, circle_id))


@require_POST
def add_player(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    form = NewPlayerForm(request.POST)
    if form.is_valid():
        with add_errors_to(form):
            players.add_player(circle=me.circle, name=form.cleaned_data["name"])
            return redirect("people", circle_id)
    return people_page(request, me, form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    """Rename a player, or leave them out of the standings. The page also has the owner's other buttons."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    player = load_player(me, player_id)
    form = PlayerForm(form_data(request), initial={"name": player.name, "is_left_out": player.is_left_out})
    if form.is_valid():
        with add_errors_to(form):
            players.rename_player(player=player, name=form.cleaned_data["name"])
            players.leave_out(player=player, is_left_out=form.cleaned_data["is_left_out"])
            return redirect("people", circle_id)
    return _player_page(request, me, player, form)


@require_http_methods(["GET", "HEAD", "POST"])
def face(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    """Choose the colour and mark of a player. Only an owner, or the member who has claimed the player, may do so."""
    me = enter_circle(request.user, circle_id)
    player = load_player(me, player_id)
    if player.claimed_by != me and not me.may(Role.OWNER):
        raise PermissionDenied
    form = FaceForm(form_data(request))
    if form.is_valid():
        with add_errors_to(form):
            players.choose_face(player=player, face=form.cleaned_data["face"])
            messages.success(request, _("%(player)s has a new colour and mark.") % {"player": player.name})
            return redirect("people", circle_id)
    context = {
        "me": me,
        "circle": me.circle,
        "player": player,
        "choices": selectors.face_choices(player),
        "form": form,
    }
    return render_page(request, "circles/face.html", context)


@require_POST
def remove_player(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    player = load_player(me, player_id)
    if players.remove_player(player=player):
        message = _("%(player)s has been removed.")
    else:
        message = _("%(player)s has played and stays in the old series. New series leave the name out.")
    messages.success(request, message % {"player": player.name})
    return redirect("people", circle_id)


@require_POST
def restore_player(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    player = load_player(me, player_id)
    form = PlayerForm(initial={"name": player.name, "is_left_out": player.is_left_out})
    try:
        players.restore_player(player=player)
    except ValidationError as error:
        return _player_page(request, me, player, form, error=error.messages[0])
    return redirect("people", circle_id)


@require_POST
def claim_player(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    """Say "this is me" about a player. Every member may; nothing that was recorded changes."""
    me = enter_circle(request.user, circle_id)
    try:
        players.claim_player(player=load_player(me, player_id), member=me)
    except ValidationError as error:
        return people_page(request, me, error=error.messages[0])
    return redirect("people", circle_id)


@require_POST
def release_player(request: HttpRequest, circle_id: str, player_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id)
    player = load_player(me, player_id)
    if player.claimed_by != me and not me.may(Role.OWNER):
        raise PermissionDenied
    players.release_player(player=player)
    return redirect("people", circle_id)


@require_http_methods(["GET", "HEAD", "POST"])
def member(request: HttpRequest, circle_id: str, member_id: str) -> HttpResponse:
    """Change a member's role. The page also has the owner's other buttons."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    member = load_member(me, member_id)
    form = RoleForm(form_data(request), initial={"role": member.role})
    if form.is_valid():
        with add_errors_to(form):
            members.change_role(member=member, role=form.cleaned_data["role"])
            return redirect("people", circle_id)
    return _member_page(request, me, member, form)


@require_POST
def remove_member(request: HttpRequest, circle_id: str, member_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    member = load_member(me, member_id)
    try:
        members.remove_member(member=member)
    except ValidationError as error:
        return _member_page(request, me, member, RoleForm(initial={"role": member.role}), error=error.messages[0])
    messages.success(request, _("%(member)s is no longer a member.") % {"member": member.name})
    return redirect("home" if member == me else reverse("people", args=[circle_id]))


@require_POST
def hand_over(request: HttpRequest, circle_id: str, member_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    successor = load_member(me, member_id)
    try:
        members.hand_over(owner=me, successor=successor)
    except ValidationError as error:
        form = RoleForm(initial={"role": successor.role})
        return _member_page(request, me, successor, form, error=error.messages[0])
    messages.success(request, _("%(member)s owns the circle now.") % {"member": successor.name})
    return redirect("people", circle_id)


@require_POST
@secret_page
def password_link(request: HttpRequest, circle_id: str, member_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    member = load_member(me, member_id)
    key = passwords.make_password_link(owner=me, member=member)
    link = request.build_absolute_uri(reverse("account_reset_password_from_key", kwargs=key))
    return render_page(request, "circles/password_link.html", {"circle": me.circle, "member": member, "link": link})


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id)
    problem = ""
    if request.method == "POST":
        try:
            members.remove_member(member=me)
            messages.success(request, _("You have left %(circle)s.") % {"circle": me.circle.name})
            return redirect("home")
        except ValidationError as error:
            problem = error.messages[0]
    return render_page(request, "circles/leave.html", {"me": me, "circle": me.circle, "error": problem})


def people_page(
    request: HttpRequest, me: Member, *, form: NewPlayerForm | None = None, error: str = ""
) -> HttpResponse:
    players = list(selectors.players_of(me.circle))
    context = {
        "me": me,
        "circle": me.circle,
        "players": players,
        "has_claimed": any(player.claimed_by_id == me.pk for player in players),
        "hidden_players": selectors.hidden_players_of(me.circle),
        "members": selectors.members_of(me.circle),
        "form": form or NewPlayerForm(),
        "error": error,
    }
    return render_page(request, "circles/people.html", context)


def _player_page(request: HttpRequest, me: Member, player: Player, form: PlayerForm, error: str = "") -> HttpResponse:
    context = {"me": me, "circle": me.circle, "player": player, "form": form, "error": error}
    return render_page(request, "circles/player.html", context)


def _member_page(request: HttpRequest, me: Member, member: Member, form: RoleForm, error: str = "") -> HttpResponse:
    resettable = selectors.members_with_resettable_password(me).filter(pk=member.pk).exists()
    context = {"me": me, "circle": me.circle, "member": member, "form": form, "error": error, "resettable": resettable}
    return render_page(request, "circles/member.html", context)
