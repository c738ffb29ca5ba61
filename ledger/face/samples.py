"""Sample data for the design pages. The figures come from a worked series of the rulebook; the names are made up."""

from fractions import Fraction
from typing import Any

import segno
from django import forms
from django.core.paginator import Paginator
from django.utils.safestring import SafeString, mark_safe

from ledger.face.colour_vision import SIGHTS, as_seen
from ledger.face.faces import LOOKS

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
PLAYERS = [
    {"name": name, "seat": seat, "face": seat} for seat, name in enumerate(("Asha", "Bimal", "Chandra", "Deepa"))
]
SIXTEEN = [{"name": name, "face": face} for face, name in enumerate("ABCDEFGHIJKLMNOP")]

# Points won and entered, hand by hand, as the source prints them.
WON = (("5", "8.5", "18", "8.5"), ("14", "11.5", "8", "6.5"), ("16", "8.5", "8.5", "7"), ("16", "10", "2", "12"))
ENTERED = (
    ("-5", "-1.5", "18", "-1.5"),
    ("14", "11.5", "-2", "-3.5"),
    ("16", "-1.5", "-1.5", "-3"),
    ("16", "10", "-8", "12"),
)
TOTALS = [Fraction(figure) for figure in ("41", "18.5", "6.5", "4")]

GONE = {"3C", "5C", "4C", "AC", "9H", "3H", "QH", "4H", "9C", "QC", "8C", "JC"}
UNLIKELY = {"2S", "6S", "9S", "10S", "JS", "QS", "KS", "AS", "3S", "4S", "5S", "7S", "8S"}
ON_THE_TABLE = {"10H", "5H", "AH"}


class SampleForm(forms.Form):
    name = forms.CharField(label="Name of the circle", help_text="As you call yourselves.", max_length=80)
    point_value = forms.DecimalField(label="One point is worth", required=False, initial="0.25", min_value=0)
    language = forms.ChoiceField(label="Language", choices=[("en", "English"), ("ne", "नेपाली")])
    direction = forms.ChoiceField(
        label="Direction of play",
        choices=[("clockwise", "Clockwise"), ("anticlockwise", "Anticlockwise")],
        widget=forms.RadioSelect,
    )
    ties = forms.ChoiceField(
        label="When two are level",
        choices=[("share", "They share the sums"), ("last_hand", "The latest hand decides")],
        widget=forms.RadioSelect,
    )
    doubles = forms.BooleanField(label="Below 0 pays double", help_text="The standard sums only.", required=False)
    notes = forms.CharField(label="Notes", required=False, widget=forms.Textarea(attrs={"rows": 3}))


def everything() -> dict[str, Any]:
    wrong = SampleForm({"name": "", "point_value": "-1", "direction": "sideways"}, auto_id="wrong_%s")
    return {
        "form": SampleForm(initial={"direction": "clockwise", "ties": "share"}),
        "wrong_form": wrong,
        "choices": choices(),
        "players": PLAYERS,
        "sixteen": SIXTEEN,
        "face_themes": face_themes(),
        "hands": hands(),
        "totals": TOTALS,
        "suits": suits(),
        "cards_shown": ["AS", "KH", "QC", "JD", "10S", "7H", "2C"],
        "trick_seats": trick_seats(),
        "trick_taken": trick_taken(),
        "chart": chart(hands()),
        "three_hands": hands()[:3],
        "three_hand_chart": chart(hands()[:3]),
        "settlement": settlement(),
        "transfers": transfers(),
        "qr": qr("https://example.org/join/a-very-long-word-that-opens-the-door/"),
        "tabs": tabs(),
        "crumbs": [{"label": "Home", "href": "/"}, {"label": "Jaago Chalis", "href": "/"}, {"label": "Hand 4"}],
        "page_of_many": Paginator(range(50), 10).page(2),
        "table": table(),
        "last_time": last_time(),
        "memberships": memberships(),
        "bids": [
            {"name": "bid_a", "value": "4", "title": "Bid", "is_bid": True, "wrong": False},
            {"name": "tricks_a", "value": "5", "title": "Won", "is_bid": False, "wrong": False},
        ],
        "undo_fields": [("hand", "5")],
        "swatches": SWATCHES,
    }


SWATCHES = [
    *("ground", "sheet", "hollow", "rule", "edge", "margin-rule", "ink", "ink-soft", "accent"),
    *("cloth", "cloth-deep", "thread", "mark", "mark-wash", "mark-text", "felt"),
    *("good", "good-wash", "bad", "bad-wash", "info", "info-wash"),
]


def face_themes() -> list[dict[str, Any]]:
    """The faces in both themes, as each kind of sight sees them."""
    grounds = {"light": "#fbfcf8", "dark": "#12251d"}  # --sheet
    themes = []
    for theme, ground in grounds.items():
        rows = []
        for sight in SIGHTS:
            seen = [(look, as_seen(getattr(look, theme), sight)) for look in LOOKS]
            marks = [
                {"shape": look.shape, "x": 44 * place + 2, "line": colour, "fill": ground if look.outlined else colour}
                for place, (look, colour) in enumerate(seen)
            ]
            rows.append({"sight": sight, "marks": marks})
        themes.append({"name": theme, "ground": ground, "rows": rows})
    return themes


def choices() -> list[dict[str, str]]:
    return [
        {"value": "totals", "label": "Totals", "help": "Four figures at the end of each hand. Quick."},
        {"value": "cards", "label": "Card by card", "help": "Every card as it falls. Finds wrong cards."},
    ]


def hands() -> list[dict[str, Any]]:
    running = [Fraction(0)] * len(PLAYERS)
    shown = []
    for number, (won, entered) in enumerate(zip(WON, ENTERED, strict=True), start=1):
        running = [total + Fraction(entry) for total, entry in zip(running, entered, strict=True)]
        cells = [
            {"total": total, "entry": Fraction(entry), "won": Fraction(points)}
            for total, entry, points in zip(running, entered, won, strict=True)
        ]
        shown.append({"number": number, "href": f"#hand-{number}", "cells": cells, "remark": ""})
    return shown


def suits() -> list[dict[str, Any]]:
    return [
        {"letter": suit, "cards": [{"code": rank + suit, "state": state(rank + suit)} for rank in RANKS]}
        for suit in "SHCD"
    ]


def state(code: str) -> str:
    if code in GONE or code in ON_THE_TABLE:
        return "gone"
    if code == "KH":
        return "selected"
    return "unlikely" if code in UNLIKELY else "free"


def trick_seats() -> list[dict[str, Any]]:
    return [
        {"name": "Chandra", "place": "top", "card": "10H"},
        {"name": "Deepa", "place": "right", "card": "5H"},
        {"name": "Asha", "place": "bottom", "card": "AH"},
        {"name": "Bimal", "place": "left", "card": "", "turn": True},
    ]


def trick_taken() -> list[dict[str, Any]]:
    seats = trick_seats()
    seats[3] = {"name": "Bimal", "place": "left", "card": "KH"}
    seats[2] |= {"taken": True}
    return seats


def chart(played: list[dict[str, Any]]) -> dict[str, Any]:
    """Heights run from −10 at the bottom to 50 at the top; the steps are the start and the hands."""
    width = Fraction(100, len(played))
    lines = []
    for player in PLAYERS:
        totals = [Fraction(0), *(hand["cells"][player["seat"]]["total"] for hand in played)]
        points = " ".join(
            f"{float(step * width):.2f},{float(100 - (total + 10) * 100 / 60):.2f}" for step, total in enumerate(totals)
        )
        lines.append(player | {"points": points, "last": totals[-1]})
    return {
        "ticks": [50, 40, 30, 20, 10, 0, -10],
        "steps": list(range(len(played) + 1)),
        "zero": "83.33",
        "goal": "16.67",
        "lines": sorted(lines, key=lambda line: line["last"], reverse=True),
    }


def settlement() -> dict[str, Any]:
    places = [player | {"letter": letter} for player, letter in zip(PLAYERS, "WXYZ", strict=True)]
    rows = (
        (("", "42½", "64½", "77"), "Rs 46.00", True),
        (("−42½", "", "12", "14½"), "−Rs 4.00", False),
        (("−64½", "−12", "", "2½"), "−Rs 18.50", False),
        (("−77", "−14½", "−2½", ""), "−Rs 23.50", False),
    )
    shown = [
        {"place": place, "cells": cells, "net": net, "gains": gains}
        for place, (cells, net, gains) in zip(places, rows, strict=True)
    ]
    return {"places": places, "rows": shown}


def transfers() -> list[dict[str, Any]]:
    asha, bimal, chandra, deepa = PLAYERS
    return [
        {"payer": deepa, "receiver": asha, "cause": "For the whole series", "points": 94, "money": "Rs 23.50"},
        {"payer": chandra, "receiver": asha, "cause": "For the whole series", "points": 74, "money": "Rs 18.50"},
        {"payer": bimal, "receiver": asha, "cause": "For the whole series", "points": 16, "money": "Rs 4.00"},
    ]


def qr(address: str) -> SafeString:
    drawn = segno.make(address, error="m").svg_inline(border=0, omitsize=True)
    return mark_safe(drawn)  # noqa: S308 - drawn by segno from our own address


def tabs() -> list[dict[str, Any]]:
    return [
        {"label": "Series", "href": "#tabs", "current": True},
        {"label": "Players", "href": "#tabs", "current": False},
        {"label": "Balances", "href": "#tabs", "current": False},
        {"label": "History", "href": "#tabs", "current": False},
        {"label": "Settings", "href": "#tabs", "current": False},
    ]


def table() -> dict[str, Any]:
    """An open table as the first page leads with it."""
    totals, ahead = [Fraction(25), Fraction("8.5"), Fraction("14.5"), Fraction(-8)], ("15", "31½", "25½", "48")
    tiles = [
        {**player, "total": total, "leader": total == max(totals), "detail": f"{left} to go", "bonus": ""}
        for player, total, left in zip(PLAYERS, totals, ahead, strict=True)
    ]
    step = {"label": "Record hand 4", "url": "#", "icon": "plus"}
    line = "Hand 4 · Bimal deals"
    return {
        "url": "#",
        "game": "jaago-chalis",
        "game_name": "Jaago-Chalis",
        "tiles": tiles,
        "line": line,
        "step": step,
        "can_score": True,
    }


def last_time() -> dict[str, Any]:
    detail = "14 November 2026 · Asha won with 41"
    return {
        "game": "jaago-chalis",
        "game_name": "Jaago-Chalis",
        "detail": detail,
        "seats": PLAYERS,
        "again_url": "#",
        "others_url": "#",
    }


def memberships() -> list[dict[str, Any]]:
    named = [("जागो चालिस", 6, "owner"), ("Tuesday table", 4, "viewer"), ("Family", 5, "owner")]
    return [
        {"circle": {"id": str(number) * 12, "name": name}, "player_count": players, "get_role_display": role}
        for number, (name, players, role) in enumerate(named, start=2)
    ]
