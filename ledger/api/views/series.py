"""Series and their hands."""

from collections.abc import Sequence
from decimal import Decimal
from functools import partial

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from games.kit.problems import Problem
from games.kit.sentences import say
from games.registry import BY_SLUG
from ledger.api import inputs, outputs
from ledger.api.base import ApiView, understood, unless_unchanged
from ledger.api.idempotency import Work, safe_to_repeat
from ledger.api.paging import page_of
from ledger.api.queries import SeriesQuery, asked_for
from ledger.api.views.games import rules_from
from ledger.circles.access import enter_circle
from ledger.circles.models import Member, Player
from ledger.circles.roles import Role
from ledger.lib.refusals import Refused
from ledger.series import services
from ledger.series.access import Entrance, enter_series
from ledger.series.selectors import revisions, series_matching
from ledger.series.settling import point_value_problems
from ledger.series.state import SeriesState, series_state

DEFAULT_POINT_VALUE = Decimal("0.25")


class CircleSeries(ApiView):
    def get(self, request: Request, circle_id: str) -> Response:
        me, asked = enter_circle(request.user, circle_id), asked_for(SeriesQuery, request)
        found = series_matching(
            me.circle,
            status=asked.status,
            game=asked.game,
            player=_known_player(me, asked.player),
            since=asked.since,
            until=asked.until,
        )
        return page_of(request, found, asked, by=["started_at", "pk"], show=lambda one: [outputs.listed_series(one)])

    @safe_to_repeat
    def post(self, request: Request, circle_id: str) -> Work:
        me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
        agreed = _agreement(me, understood(inputs.SeriesInput, request))
        return lambda: _as_it_is_now(series_state(services.start_series(me=me, agreed=agreed)), status=201)


def _agreement(me: Member, asked: inputs.SeriesInput) -> services.Agreement:
    if asked.game not in BY_SLUG:
        raise Refused(Problem("game", "unknown_game", say("There is no such game.")))
    game = BY_SLUG[asked.game]
    rules = rules_from(game, asked.preset, asked.rules)
    chosen = asked.preset or game.default_preset.slug
    return services.Agreement(
        game=game,
        players=_players(me, asked.players),
        rules=rules,
        point_value=_point_value(asked.point_value),
        preset=chosen if game.presets[chosen].rules == rules else "",
        first_dealer=asked.first_dealer,
    )


def _players(me: Member, ids: Sequence[str]) -> list[Player]:
    known = Player.objects.filter(circle=me.circle_id, pk__in=ids).in_bulk()
    if missing := [index for index, player in enumerate(ids) if player not in known]:
        unknown = say("Somebody is not a player of this circle.")
        raise Refused(*(Problem(f"players.{index}", "unknown_player", unknown) for index in missing))
    return [known[player] for player in ids]


def _known_player(me: Member, player_id: str | None) -> Player | None:
    if player_id is None:
        return None
    if player := Player.objects.filter(circle=me.circle_id, pk=player_id).first():
        return player
    raise Refused(Problem("player", "unknown_player", say("Somebody is not a player of this circle.")))


def _point_value(asked: Decimal | None) -> Decimal:
    value = DEFAULT_POINT_VALUE if asked is None else asked
    if problems := point_value_problems(value):
        raise Refused(*problems)
    return value


class Series(ApiView):
    def get(self, request: Request, series_id: str) -> Response:
        series = enter_series(request.user, series_id).series
        return unless_unchanged(request, series.version, lambda: outputs.series(series_state(series)))


def _as_it_is_now(state: SeriesState, status: int = 200) -> Response:
    return Response(outputs.series(state), status)


def _submit(entrance: Entrance, asked: inputs.VersionInput) -> services.Submit:
    return services.Submit(entrance.me, asked.base_version)


class Hands(ApiView):
    @safe_to_repeat
    def post(self, request: Request, series_id: str) -> Work:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        asked = understood(inputs.HandInput, request)
        submit = _submit(entrance, asked)

        def work() -> Response:
            done = services.record_hand(series=entrance.series, submit=submit, record=asked.record)
            return _as_it_is_now(done.state, status=201)

        return work


class Corrections(ApiView):
    @safe_to_repeat
    def post(self, request: Request, series_id: str, number: int) -> Work:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        asked = understood(inputs.CorrectionInput, request)
        submit = _submit(entrance, asked)

        def work() -> Response:
            try:
                done = services.correct_hand(
                    series=entrance.series, submit=submit, number=number, record=asked.record, reason=asked.reason
                )
            except Refused as refused:
                if any(problem.code == "no_such_hand" for problem in refused.problems):
                    raise Http404 from refused  # the hand is part of the address
                raise
            return _as_it_is_now(done.state)

        return work


class Revisions(ApiView):
    def get(self, request: Request, series_id: str, number: int) -> Response:
        kept = revisions(enter_series(request.user, series_id).series, number)
        if not kept:
            raise Http404
        return Response([outputs.revision(event) for event in kept])


class Undo(ApiView):
    @safe_to_repeat
    def post(self, request: Request, series_id: str) -> Work:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        submit = _submit(entrance, understood(inputs.VersionInput, request))
        return lambda: _as_it_is_now(services.undo(series=entrance.series, submit=submit).state)


class Stop(ApiView):
    @safe_to_repeat
    def post(self, request: Request, series_id: str) -> Work:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        asked = understood(inputs.StopInput, request)
        stop = partial(services.stop_series, series=entrance.series, with_standard=asked.with_standard)
        return lambda: _as_it_is_now(stop(submit=_submit(entrance, asked)).state)


class Reopen(ApiView):
    @safe_to_repeat
    def post(self, request: Request, series_id: str) -> Work:
        entrance = enter_series(request.user, series_id, at_least=Role.OWNER)
        asked = understood(inputs.ReopenInput, request)
        reopen = partial(services.reopen_series, series=entrance.series, reason=asked.reason)
        return lambda: _as_it_is_now(reopen(submit=_submit(entrance, asked)).state)


class Settlement(ApiView):
    def get(self, request: Request, series_id: str) -> Response:
        series = enter_series(request.user, series_id).series
        return unless_unchanged(request, series.version, lambda: outputs.settlement(series_state(series)))
