"""Writing a hand down card by card. Every tap is one small POST, which is stored before it is answered.

With a script the answer replaces the table; without a script the answer is a redirect to the page of the table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from games.contract import IllegalPlay
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.circles.views.shortcuts import form_data, render_page
from ledger.lib.htmx import HtmxRequest
from ledger.lib.ids import new_key
from ledger.lib.refusals import KeyReused, OutOfDate, Refused
from ledger.scoring.cards import drafts
from ledger.scoring.cards.drafts import TakenOver, Tap
from ledger.scoring.cards.forms import AnswersForm, StartCardsForm, StepForm, StepsForm
from ledger.scoring.cards.page import CardsPage, correction_page, dealing_page, progress_message
from ledger.scoring.entry.fields import with_answers
from ledger.scoring.entry.form import ThrowInForm
from ledger.scoring.entry.screen import Conflict
from ledger.scoring.refused import Faults, Refusal, refusal_of, times_refused
from ledger.scoring.submits import answers_out_of_date, hand_to_save, read_submit, replaced_message
from ledger.series.access import enter_series
from ledger.series.changes import Corrected, Recorded
from ledger.series.models import Draft, Event
from ledger.series.selectors import events_since
from ledger.series.state import SeriesState, series_state
from ledger.series.wording import add_problems_to, add_refusal_to, in_words

PAGE = "scoring/cards/cards.html"


@dataclass(frozen=True)
class CardsScreen:
    """A scorer's request about the hand that is being written down, and the responses to it."""

    request: HtmxRequest
    me: Member
    state: SeriesState

    @property
    def wants_table(self) -> bool:
        """Is only the table wanted, for a page that is open? htmx says so, and static/js/cards.js sends `part`."""
        return bool(self.request.htmx) or "part" in self.request.GET or "part" in self.request.POST

    def go_to(self, name: str) -> HttpResponse:
        url = reverse(name, args=[self.state.series.pk])
        return HttpResponseClientRedirect(url) if self.wants_table else redirect(url)

    def is_mine(self, draft: Draft) -> bool:
        return draft.by_id == self.me.user_id

    def show(
        self,
        draft: Draft,
        *,
        warnings: Sequence[str] = (),
        known: Sequence[IllegalPlay] | None = None,
        answers: AnswersForm | None = None,
        status: int = 200,
    ) -> HttpResponse:
        """Return the page of the draft: the dealt cards, the table, the result, or that another scorer is writing.

        `warnings` say why the draft was not changed as requested. `known` are the illegal plays from before the latest
        card, or None if none is to be announced. `answers` is a form as it was sent, with its errors.
        """
        context = self._context(draft, known, answers)
        page = context.get("page")
        if answers and answers.errors:
            context["refusal"] = refusal_of(answers, in_place=self.wants_table)
        elif status == 422 and ("dealing" in context or (page and page.table.is_complete)):  # noqa: PLR2004
            faults = Faults([], [], [*warnings])
            context["refusal"] = Refusal(times_refused(self.request.POST) + 1, faults, takes_focus=True)
            warnings = ()  # the warnings stand right above Save
        return self._response(draft, context, warnings, status)

    def _context(
        self, draft: Draft, known: Sequence[IllegalPlay] | None, answers: AnswersForm | None
    ) -> dict[str, Any]:
        state = self.state
        if not self.is_mine(draft):
            return {"part": "scoring/cards/handover.html", "progress": progress_message(draft)}
        seat = drafts.seat_to_deal(state, draft)
        if seat is not None:
            dealing = dealing_page(state, draft, seat, ticked=self.request.POST.getlist("cards"))
            return {"part": "scoring/cards/dealing.html", "dealing": dealing}
        table = drafts.card_table(state, draft)
        meanwhile = events_since(state.series, draft.base_version) if state.series.version != draft.base_version else []
        if not state.takes_hands or (meanwhile and table.is_complete and not table.problems):
            return self._conflict(draft, meanwhile)
        page = CardsPage(state, table, known=table.undecided if known is None else known, meanwhile=meanwhile)
        context: dict[str, Any] = {"page": page, "part": "scoring/cards/table.html", "answers": answers}
        context["submit"] = {"base_version": draft.base_version, "key": new_key()}
        if table.is_complete:
            return context | {"answers": answers or (AnswersForm(state, draft.record) if page.has_questions else None)}
        if page.has_questions and ("answers" in self.request.GET or answers):
            form = answers or AnswersForm(state, draft.record)
            return context | {"answers": form, "part": "scoring/cards/answers.html"}
        if correction := correction_page(state, table, self.request.GET.get("correct", "")):
            return context | {"correction": correction, "part": "scoring/cards/correct_card.html"}
        return context

    def _conflict(self, draft: Draft, meanwhile: list[Event]) -> dict[str, Any]:
        """Return the context that shows the hand of the draft beside what others have recorded meanwhile."""
        return {
            "part": "scoring/cards/conflict.html",
            "conflict": Conflict(self.state, meanwhile, draft.record, [None] * len(self.state.names)),
            "submit": {"base_version": self.state.series.version, "key": new_key()},
        }

    def show_conflict(self, draft: Draft, state: SeriesState, base_version: int) -> HttpResponse:
        """Another scorer has recorded a hand. Ask whether that is the hand of this draft, or the hand before it."""
        now = CardsScreen(self.request, self.me, state)
        return now._response(draft, now._conflict(draft, events_since(state.series, base_version)), (), 409)

    def show_current(self, warnings: Sequence[str], status: int) -> HttpResponse:
        """Show the draft as it is stored, and why it was not changed as requested."""
        draft = drafts.find_draft(self.state.series)
        if draft is None:
            messages.warning(self.request, _("This hand is no longer being written down card by card."))
            return self.go_to("series:enter_hand")
        return self.show(draft, warnings=warnings, status=status)

    def show_refusal(self, refused: Refused, draft: Draft, answers: AnswersForm | None) -> HttpResponse:
        """Show the problems beside the fields of the form that was sent, or above the table."""
        if answers is None:
            return self.show_current([in_words(problem.message, self.state.names) for problem in refused.problems], 422)
        add_problems_to(answers, refused.problems, self.state.names)
        return self.show(draft, answers=answers, status=422)

    def show_outdated(self) -> HttpResponse:
        return self.show_current([_("This hand has changed on another phone. This is the latest table.")], 409)

    def show_taken_over(self, draft: Draft) -> HttpResponse:
        name = {"name": draft.by_name}
        sentence = _("%(name)s has gone on with this hand. What you tapped last was not written down.") % name
        return self.show_current([sentence], 409)

    def _response(self, draft: Draft, context: dict[str, Any], warnings: Sequence[str], status: int) -> HttpResponse:
        context |= {"series": self.state.series, "state": self.state, "draft": draft, "warnings": warnings}
        context["version"] = drafts.version_of(self.state.series, draft)
        return render(self.request, f"{PAGE}#table" if self.wants_table else PAGE, context, status=status)


def _enter(request: HtmxRequest, series_id: str) -> CardsScreen:
    """Return the screen. 404 for a game whose hands cannot be written down card by card."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    if not state.game.by_card:
        raise Http404
    return CardsScreen(request, entrance.me, state)


@require_http_methods(["GET", "HEAD", "POST"])
def cards(request: HtmxRequest, series_id: str) -> HttpResponse:
    """The draft. Without a draft, the form that begins one.

    A phone with an open table asks every few seconds with `?version=`; 204 means that it is up to date.
    """
    if "version" in request.GET:
        series = enter_series(request.user, series_id, at_least=Role.SCORER).series
        if drafts.is_current(series, request.GET["version"]):
            return HttpResponse(status=204)
    screen = _enter(request, series_id)
    state, draft = screen.state, drafts.find_draft(screen.state.series)
    if draft:
        return screen.show(draft)
    if screen.wants_table:
        return screen.show_current([], 200)
    if not state.takes_hands:
        return redirect("series:enter_hand", series_id)
    form = StartCardsForm(state, screen.me.user_id, form_data(request))
    if form.is_valid():
        with add_refusal_to(form, state.names):
            with_holdings = form.cleaned_data["with_holdings"]
            drafts.begin(state=state, me=screen.me, start=form.start(), with_holdings=with_holdings)
            return redirect("series:cards", series_id)
    context = {"series": state.series, "state": state, "form": form, "refusal": refusal_of(form, in_place=False)}
    return render_page(request, "scoring/cards/start.html", context)


# --- Taps ------------------------------------------------------------------------------------------------------------

DRAFT_CHANGES: dict[str, Callable[[SeriesState, Tap, dict[str, Any]], Draft]] = {
    "lay": lambda state, tap, sent: drafts.lay(state=state, tap=tap, card=sent["card"]),
    "back": lambda state, tap, _sent: drafts.take_card_back(state=state, tap=tap),
    "turn": lambda state, tap, sent: drafts.change_direction(state=state, tap=tap, direction=sent["direction"]),
    "lead": lambda state, tap, sent: drafts.lead_from(state=state, tap=tap, leader=sent["leader"]),
    "keep": lambda state, tap, sent: drafts.keep(state=state, tap=tap, trick=sent["trick"], seat=sent["seat"]),
    "deal": lambda state, tap, sent: drafts.deal(state=state, tap=tap, cards=sent["cards"]),
    "skip_deal": lambda state, tap, _sent: drafts.skip_deal(state=state, tap=tap),
    "correct_card": lambda state, tap, sent: drafts.correct_card(
        state=state, tap=tap, trick=sent["trick"], seat=sent["seat"], card=sent["card"]
    ),
    "take_over": lambda state, tap, _sent: drafts.take_over(state=state, me=tap.me),
}


@require_POST
def tap(request: HtmxRequest, series_id: str) -> HttpResponse:
    """One change of the draft."""
    screen = _enter(request, series_id)
    state, form = screen.state, StepForm(request.POST)
    if not form.is_valid():
        return screen.show_current([str(text) for texts in form.errors.values() for text in texts], 422)
    sent = form.cleaned_data
    change = Tap(screen.me, sent["steps"], sent["key"])
    before = drafts.find_draft(state.series)
    if before is None:
        return screen.show_current([], 409)
    is_dealing = drafts.seat_to_deal(state, before) is not None
    known = () if is_dealing else drafts.card_table(state, before).score.illegal_plays
    answers = None
    try:
        if sent["do"] != "answer":
            draft = DRAFT_CHANGES[sent["do"]](state, change, sent)
        else:
            answers = AnswersForm(state, before.record, request.POST)
            if not answers.is_valid():
                return screen.show(before, answers=answers, status=422)
            draft = drafts.answer(state=state, tap=change, cleaned=answers.cleaned_data)
    except Refused as refused:
        return screen.show_refusal(refused, before, answers)
    except TakenOver as taken:
        return screen.show_taken_over(taken.draft)
    except OutOfDate:
        return screen.show_outdated()
    # After an answer no illegal play is announced, because no card has been played.
    return screen.show(draft, known=None if answers else known) if screen.wants_table else screen.go_to("series:cards")


# --- The end of the draft --------------------------------------------------------------------------------------------


@require_POST
def save(request: HtmxRequest, series_id: str) -> HttpResponse:
    """Record the finished hand. Only the scorer who writes it may save: other scorers do not see the cards."""
    screen = _enter(request, series_id)
    state, draft = screen.state, drafts.find_draft(screen.state.series)
    if draft is None:
        return screen.go_to("series:enter_hand")
    record, form = draft.record, None
    if "answers" in request.POST:
        form = AnswersForm(state, draft.record, request.POST)
        if not form.is_valid():
            return screen.show(draft, answers=form, status=422)
        record = with_answers(draft.record, form.asked, form.cleaned_data)
    submit = read_submit(request, screen.me)
    if not screen.is_mine(draft):
        return screen.show_taken_over(draft)
    hand = hand_to_save(request, record)
    try:
        drafts.save(state=state, submit=submit, change=hand)
    except KeyReused:  # the form was sent twice, and the draft is already that of the next hand
        return screen.go_to("series:enter_hand")
    except OutOfDate as error:
        draft.record = record  # with the latest answers
        # Stored only if no other phone has changed, saved or discarded the draft since it was read.
        Draft.objects.filter(pk=draft.pk, steps=draft.steps, key=draft.key).update(record=record)
        return screen.show_conflict(draft, error.state, submit.base_version)
    except Refused as refused:
        return screen.show_refusal(refused, draft, form)
    if isinstance(hand, Corrected):
        messages.success(request, replaced_message(hand.number))
    return screen.go_to("series:enter_hand")


@require_http_methods(["GET", "HEAD", "POST"])
@answers_out_of_date
def throw_in(request: HtmxRequest, series_id: str) -> HttpResponse:
    """Record that the players gave the deal up, with the cards that were played so far."""
    screen = _enter(request, series_id)
    state, draft = screen.state, drafts.find_draft(screen.state.series)
    if draft is None or not state.game.can_throw_in:
        return redirect("series:enter_hand", series_id)
    if not screen.is_mine(draft):
        return redirect("series:cards", series_id)
    form = ThrowInForm(form_data(request))
    if form.is_valid():
        record = state.game.throw_in(form.cleaned_data["reason"], draft.record)
        with add_refusal_to(form, state.names):
            drafts.save(state=state, submit=read_submit(request, screen.me), change=Recorded(record=record))
            return redirect("series:enter_hand", series_id)
    return render_page(request, "scoring/entry/throw_in.html", {"series": state.series, "state": state, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def discard(request: HtmxRequest, series_id: str) -> HttpResponse:
    """Discard the draft. Only its writer can do so, and only if it has not changed since the page was opened."""
    screen = _enter(request, series_id)
    state = screen.state
    if request.method == "POST":
        form = StepsForm(request.POST)
        if not form.is_valid():
            raise BadRequest("no steps")
        try:
            drafts.discard(state=state, me=screen.me, steps=form.cleaned_data["steps"])
        except TakenOver as taken:
            name = {"name": taken.draft.by_name}
            sentence = _("%(name)s has gone on with this hand. The cards were not discarded.") % name
            return screen.show_current([sentence], 409)
        except OutOfDate:
            return screen.show_outdated()
        messages.success(request, _("The cards written down so far are gone."))
        return redirect("series:enter_hand", series_id)
    draft = drafts.find_draft(state.series)
    if draft is None:
        return redirect("series:enter_hand", series_id)
    if not screen.is_mine(draft):
        return redirect("series:cards", series_id)
    context = {"series": state.series, "state": state, "draft": draft}
    return render(request, "scoring/cards/discard.html", context)
