"""The checks of `manage.py check_sheet`. A sheet is a PDF, or the code that was read from paper.

Its signature is checked. Then its figures are compared with the record that is attached to the PDF, and with the record
of the site or of an export. Only a PDF that a known key has signed is parsed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from django.utils import timezone
from pydantic import TypeAdapter

from games.kit.reading import read
from ledger.circles.models import Circle, Player
from ledger.lib import formatting
from ledger.lib.strict_json import read_json
from ledger.series.audit.rebuilding import CannotRebuild, state_at
from ledger.series.descriptions import game_name
from ledger.series.models import Event, Status
from ledger.series.selectors import events_since, hand_notes, history
from ledger.series.state import SeriesState
from ledger.sheets.json_file import FORMAT
from ledger.sheets.sheet import SHORT_HASH
from ledger.sheets.signed_pdf import read_signed
from ledger.signing.answers import SealStanding, find_short, look_up
from ledger.signing.seal_figures import SealFigures
from ledger.signing.seals import Seal, read_code, seal_figures_of, totals_as_written
from ledger.transfer.file_format import MOST_NAMES, SeriesPart, UnreadableFile
from ledger.transfer.imported_series import rebuild_part

Verify = Callable[[bytes, bytes, str], bool]  # data, signature and the id of the key
_SERIES = TypeAdapter(SeriesPart)


class CannotRead(Exception):
    """The record cannot be read. The message is a sentence for the operator."""


@dataclass(frozen=True)
class CheckedRecord:
    """A state of a series from the site or from a file, with the events and notes that a sheet prints."""

    state: SeriesState
    events: Sequence[Event]
    notes: Mapping[int, str]


@dataclass
class Findings:
    """The result of the checks. `lines` are sentences for the operator."""

    lines: list[str] = field(default_factory=list)
    is_true: bool = True
    is_current: bool = True
    seal: Seal | None = None
    record: CheckedRecord | None = None  # the state of the series at the version of the seal

    @property
    def figures(self) -> list[str]:
        """The figures in the code, written as on the sheet. Without a code whose signature is valid there are none."""
        state = self.record.state if self.record else None
        return figures_as_on_paper(self.seal.figures, state) if self.seal else []

    def note(self, line: str) -> None:
        """Add a line that is no objection."""
        self.lines.append(line)

    def refuse(self, line: str) -> None:
        """Add a line that says why the sheet is not true."""
        self.lines.append(f"NOT TRUE: {line}")
        self.is_true = False


def check_pdf(data: bytes, verify: Verify) -> Findings:
    findings = Findings()
    signed = read_signed(data)
    if signed is None:
        findings.refuse("this file does not end in a signature. It was changed, or is no sheet of Khata.")
    elif not verify(signed.pdf, signed.signature, signed.key):
        findings.refuse(f"the signature by key {signed.key} is not over these bytes, or that key is not known here.")
    elif not signed.pdf.startswith(b"%PDF-"):
        findings.refuse("what was signed is no PDF.")
    else:
        findings.note(f"The PDF is as it was signed, by key {signed.key}.")
        if signed.code:
            _check_code(signed.code, verify, findings)
            _check_attachment(signed.pdf, findings)
        else:
            findings.note("It carries no code: it is not the sheet of a series.")
    return findings


def check_code(typed: str, verify: Verify, *, is_offline: bool) -> Findings:
    """Check a code, the address in a QR code, or a short code. Only the site can look up a short code."""
    findings = Findings()
    code = typed.strip().rpartition("#")[2]
    if read_code(code) is None and not is_offline and (seal := find_short(typed)):
        code = seal.code
    _check_code(code, verify, findings)
    return findings


def _check_code(code: str, verify: Verify, findings: Findings) -> None:
    seal = read_code(code)
    if seal is None:
        findings.refuse("this is no code of a sheet, or a part of it is missing.")
    elif not seal.is_signed(verify):
        findings.refuse(f"the code is not signed by key {seal.key}, or that key is not known here.")
    else:
        findings.seal = seal
        findings.note(f"The code is signed by key {seal.key}.")


def _check_attachment(pdf: bytes, findings: Findings) -> None:
    import pypdfium2

    if findings.seal is None:
        return
    try:
        document = pypdfium2.PdfDocument(pdf)
        attached = [bytes(document.get_attachment(index).get_data()) for index in range(document.count_attachments())]
        document.close()
    except pypdfium2.PdfiumError as error:
        findings.refuse(f"the PDF cannot be read ({error}).")
        return
    if not attached:
        findings.note("No record is attached: the sheet was made for a reader who sees the result alone.")
        return
    try:
        findings.record = read_record(attached[0], findings.seal.figures)
    except CannotRead as error:
        findings.refuse(f"the attached record: {error}")
        return
    _compare(findings, "The attached record")


# --- With the site, or with an export --------------------------------------------------------------------------------


def compare_with_site(findings: Findings) -> None:
    assert findings.seal
    figures = findings.seal.figures
    series, standing = look_up(figures)
    if series is None:
        findings.is_current = False
        findings.note("The series is not on this site.")
    elif standing == SealStanding.UNKNOWN:
        findings.refuse(f"the chain of the series has no event {figures.version} with this hash. It was rewritten.")
    else:
        try:
            state = state_at(series, figures.version)
        except CannotRebuild as error:
            findings.refuse(f"the record of the site cannot be read: {error}")
            return
        events = list(history(series).filter(number__lte=figures.version))
        findings.record = CheckedRecord(state, events, hand_notes(series))
        _compare(findings, "The record of the site")
        _say_what_changed(findings, events_since(series, figures.version))


def compare_with_export(data: bytes, findings: Findings) -> None:
    assert findings.seal
    figures = findings.seal.figures
    try:
        findings.record = read_record(data, figures)
        later = [event for event in _events_in(data, figures) if event.number > figures.version]
    except CannotRead as error:
        findings.refuse(f"the export: {error}")
        return
    _compare(findings, "The export")
    _say_what_changed(findings, later)


def _compare(findings: Findings, whose: str) -> None:
    """Score the record again, and compare the result with the figures of the code."""
    assert findings.seal
    assert findings.record
    in_code = findings.seal.figures
    in_record = seal_figures_of(findings.record.state, in_code.key, payments=bool(in_code.currency))
    if in_record == in_code:
        findings.note(f"{whose} ends in the hash of the code and comes to the same figures.")
        return
    findings.refuse(f"{whose} comes to other figures:")
    state = findings.record.state
    lines_of_code = figures_as_on_paper(in_code, state)
    findings.lines += [line for line in figures_as_on_paper(in_record, state) if line not in lines_of_code]
    findings.record = None  # so that the figures of the code are printed without the names of the players


def _say_what_changed(findings: Findings, later: Sequence[Event]) -> None:
    if not later:
        findings.note("The series has not changed since.")
        return
    findings.is_current = False
    findings.note("The series has moved on since:")
    for event in later:
        hand = f" hand {event.hand_number}" if event.hand_number else ""
        at = timezone.localtime(event.entered_at).strftime("%Y-%m-%d %H:%M")
        findings.note(f"  {event.number}: {event.kind}{hand}, {at}, by {event.by_name}")


# --- As on the paper -------------------------------------------------------------------------------------------------

STATUSES = {Status.OPEN: "so far", Status.FINISHED: "finished", Status.STOPPED: "stopped early"}


def figures_as_on_paper(figures: SealFigures, state: SeriesState | None) -> list[str]:
    """Return the figures of a code in lines, written as on its sheet: 29½ and £13.10.

    `state`, of the same series, has the names of the players. Without it, the lines have the numbers of the seats.
    """
    names = [str(state.names[seat]) if state else f"seat {seat + 1}" for seat in range(len(figures.places))]
    lines = [f"  {game_name(state.series)}, {formatting.day(state.series.started_at)}"] if state else []
    lines.append(
        f"  series {figures.series}, {STATUSES[Status(figures.status)]}, "
        f"version {figures.version}, audit hash {figures.head[:SHORT_HASH]}"
    )
    totals = totals_as_written(figures, state)
    for (first, last), name, total in sorted(zip(figures.places, names, totals, strict=True), key=itemgetter(0)):
        place = str(first) if first == last else f"{first}–{last}"
        lines.append(f"  {place}  {name}: {formatting.points(total)}")
    for paid in figures.payments:
        money = formatting.money(paid.amount_minor, figures.currency)
        lines.append(f"  {names[paid.payer]} pays {names[paid.payee]} {money}")
    return lines


# --- A record as JSON ------------------------------------------------------------------------------------------------


def read_record(data: bytes, figures: SealFigures) -> CheckedRecord:
    """Return the series at the version of `figures`, from the file of the series or of its circle.

    The hash of each event is checked, and each hand is scored again.
    """
    whole = _read(data)
    part = _part_of(whole, figures)
    events = [event for event in part.events if event.number <= figures.version]
    if len(events) < figures.version or not events[-1].hash.startswith(figures.head):
        raise CannotRead(f"its chain has no event {figures.version} with the hash of the code.")
    try:
        imported = rebuild_part(part.model_copy(update={"events": events}), "")
    except UnreadableFile as error:
        raise CannotRead(" ".join(error.sentences)) from error
    circle = whole.get("circle", {}) if whole["format"] != FORMAT else {}
    people = {row["id"]: row for row in whole["players"]}
    state = imported.rebuilt.state
    if any(player.pk not in people for player in state.players):
        raise CannotRead("it does not name all who sit at the table.")
    state.series.circle = Circle(name=circle.get("name", ""), currency=part.currency)
    players = tuple(
        Player(pk=player.pk, name=people[player.pk]["name"], face=people[player.pk].get("face") or seat)
        for seat, player in enumerate(state.players)
    )
    notes = {written.number: written.note for written in part.hand_notes}
    return CheckedRecord(replace(state, players=players), imported.events, notes)


def _events_in(data: bytes, figures: SealFigures) -> Iterator[Event]:
    for event in _part_of(_read(data), figures).events:
        yield Event(series_id=figures.series, **event.model_dump(exclude={"by"}))


def _read(data: bytes) -> dict[str, Any]:
    """Return the file. Raise CannotRead if its names, ids or faces have another type than in a file of Khata."""
    try:
        whole = read_json(data, for_storage=True, most_names=MOST_NAMES, unlimited="seal")
        texts = [text for row in whole["players"] for text in (row["id"], row["name"])]
        texts += [] if whole["format"] == FORMAT else [whole["circle"]["name"]]
        faces = [row.get("face") or 0 for row in whole["players"]]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CannotRead("this is not a file that Khata wrote.") from error
    if not all(isinstance(text, str) for text in texts) or not all(isinstance(face, int) for face in faces):
        raise CannotRead("this is not a file that Khata wrote.")
    return whole  # type: ignore[no-any-return]


def _part_of(whole: dict[str, Any], figures: SealFigures) -> SeriesPart:
    all_series = [whole.get("series")] if whole["format"] == FORMAT else whole.get("series")
    for series in all_series if isinstance(all_series, list) else []:
        if isinstance(series, dict) and series.get("id") == figures.series:
            events = series.get("events")
            if whole["format"] == FORMAT and isinstance(events, list):  # the file of a series leaves out the members
                events = [{"by": None} | event for event in events if isinstance(event, dict)]
            # Verdicts change no figure, and a newer export may have verdicts on hands that this state lacks.
            reading = read(_SERIES, series | {"events": events, "verdicts": []})
            if reading.value is None:
                raise CannotRead(f"it cannot be read ({reading.problems[0].field}).")
            return reading.value  # type: ignore[no-any-return]
    raise CannotRead(f"it does not have the series {figures.series}.")
