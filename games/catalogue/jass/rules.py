"""Jass in two teams: the rule options.

Source: [S] the web text "Jass". It has no rules for money or announced cards. Further options are Swiss custom, off in
the preset `salon`. docs/rules/jass.md tells what was decided.

| source | rule | where |
|---|---|---|
| [S] "Card play" | following, cutting, no undercutting | games/kit/jass_cards.py |
| [S] "Card values" | worth and strength; a round is worth 157 | games/kit/jass_cards.py |
| [S] "Course of the game" | who chooses trump, who leads, who deals next | record.py, game.py |
| [S] "Card values", last line | 1000, 1500 or 2000 points | game.py |
| Swiss custom | match, Weis, Stöck and factors | scoring.py, weis.py |
| Swiss custom | kinds of play, the jack of trump | games/kit/jass_cards.py |
| Swiss custom | Stöck–Weis–Stich, Bergpreis, Schneider, a number of hands | game.py |
"""

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.jass_cards import WAYS, Trump, trumps
from games.kit.options import (
    GAME_PART,
    CardFaces,
    CardFacesOnTheTable,
    DirectionOfPlay,
    FixedSum,
    RatePerPoint,
    Stakes,
    Target,
    TeamStake,
    TeamStakes,
    YesNo,
    check_one_end,
    only_if,
    option,
)
from games.kit.plays import Direction
from games.kit.problems import Unreadable
from games.kit.sentences import gettext_noop, say

MATCH_BONUS = 100
SEQUENCES = {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}  # the worth of so many cards in a row
LONG = 5  # with `long_sequences_count_100` a sequence of more cards is worth as much as one of five

FirstCard = Literal[
    "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD",
    "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS",
]  # fmt: skip


class Kind(Choice):
    """A kind of play that a table may have besides trump, top down and bottom up. `Trump` names all kinds of play."""

    SLALOM_DOWN = Trump.SLALOM_DOWN.value, Trump.SLALOM_DOWN.label
    SLALOM_UP = Trump.SLALOM_UP.value, Trump.SLALOM_UP.label
    MISERE = Trump.MISERE.value, Trump.MISERE.label
    GUSCHTI = Trump.GUSCHTI.value, Trump.GUSCHTI.label
    MARY = Trump.MARY.value, Trump.MARY.label


class EndOrder(Choice):
    HIGHER_TOTAL = "higher_total", gettext_noop("The higher total")
    STOECK_WEIS_STICH = "stoeck_weis_stich", gettext_noop("Stöck–Weis–Stich")


Factor = Annotated[int, Field(ge=1, le=10, strict=True)]
WITH_WEIS = only_if(melds=[True])
TO_POINTS = only_if(hands=[None])  # for options without effect where a number of hands ends the series
WITHOUT_TRUMP = only_if(without_trump=[True])


def each_once(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    return tuple(kind for kind in Kind if kind in kinds)


class Rules(Frozen):
    target: Target | None = option(
        Fraction(1000),
        "Played to",
        "The match is over after the round in which a team reaches this. If the teams are level, play goes on.",
        GAME_PART,
    )
    hands: Annotated[int, Field(ge=1, le=100, strict=True)] | None = option(
        None, "Number of hands", "In place of points: after so many hands the match is over.", GAME_PART
    )
    end_order: EndOrder = option(
        EndOrder.HIGHER_TOTAL,
        "Both past the target",
        "Stöck–Weis–Stich: Stöck counts first, then Weis, then the tricks as they fell. "
        "The team that reaches the target first has won.",
        TO_POINTS,
    )
    trump_jack_may_be_withheld: YesNo = option(
        False,
        "The jack of trump may be kept back",
        "A player whose only trump is the jack need not play it when trump is led.",
    )
    match_bonus: YesNo = option(False, "Match", "A team that takes all nine tricks scores 100 more.")
    melds: YesNo = option(
        False, "Weis", "Announced sequences and fours of a kind count for the team that has the best."
    )
    long_sequences_count_100: YesNo = option(
        False, "Long sequences count 100", "Six cards in a row and more count as five do.", WITH_WEIS
    )
    weis_needs_a_trick: YesNo = option(False, "Weis needs a trick", "A team without a trick loses its Weis.", WITH_WEIS)
    stoeck: YesNo = option(False, "Stöck", "King and queen of trump in one hand count 20.")
    without_trump: YesNo = option(
        False, "Top down and bottom up", "The player who chooses trump may also choose to play without trump."
    )
    kinds: Annotated[tuple[Kind, ...], Field(max_length=len(Kind)), AfterValidator(each_once)] = option(
        (),
        "Further kinds of play",
        "Each trick is played top down or bottom up; the cards count as top down.",
        WITHOUT_TRUMP,
    )
    factor_clubs: Factor = option(1, "Factor for clubs")
    factor_spades: Factor = option(1, "Factor for spades")
    factor_diamonds: Factor = option(1, "Factor for diamonds")
    factor_hearts: Factor = option(1, "Factor for hearts")
    factor_top_down: Factor = option(1, "Factor for top down", shown=WITHOUT_TRUMP)
    factor_bottom_up: Factor = option(1, "Factor for bottom up", shown=WITHOUT_TRUMP)
    factor_slalom: Factor = option(1, "Factor for slalom", shown=WITHOUT_TRUMP)
    factor_misere: Factor = option(1, "Factor for misère", shown=WITHOUT_TRUMP)
    factor_guschti: Factor = option(1, "Factor for guschti", shown=WITHOUT_TRUMP)
    factor_mary: Factor = option(1, "Factor for mary", shown=WITHOUT_TRUMP)
    first_chooser_card: FirstCard | None = option(
        None, "Who chooses first", "The player who holds this card chooses in the first hand."
    )
    stake: TeamStakes = TeamStake.PER_MATCH
    stake_points: FixedSum = option(Fraction(100), "Sum for a match")
    point_rate: RatePerPoint = Fraction(1)
    schneider: YesNo = option(
        False,
        "Schneider",
        "A team that ends below half the target pays the sum for the match twice.",
        only_if(hands=[None], stake=[TeamStake.PER_MATCH.value]),
    )
    bergpreis: Stakes = option(
        Fraction(0),
        "Bergpreis",
        "What the team that is first at half the target gets from the other. 0: nothing.",
        only_if(hands=[None], stake=[TeamStake.PER_MATCH.value, TeamStake.PER_POINT.value]),
    )
    direction: DirectionOfPlay = Direction.CLOCKWISE
    card_faces: CardFacesOnTheTable = CardFaces.FRENCH

    @model_validator(mode="after")
    def it_has_one_end(self) -> "Rules":
        check_one_end(self.target, self.hands)
        return self

    @model_validator(mode="after")
    def kinds_need_playing_without_trump(self) -> "Rules":
        if self.kinds and not self.without_trump:
            needed = say("These kinds can be played only if top down and bottom up are played too.")
            raise Unreadable.because("needs_without_trump", needed, "kinds")
        return self

    def factor(self, trump: Trump) -> int:
        is_slalom = trump in (Trump.SLALOM_DOWN, Trump.SLALOM_UP)
        return int(getattr(self, "factor_slalom" if is_slalom else f"factor_{trump.value}"))

    @property
    def further_kinds(self) -> list[Trump]:
        return [trump for trump in WAYS if trump.value in self.kinds]

    @property
    def kinds_of_play(self) -> list[Trump]:
        """Every kind of play that may be chosen."""
        return [*trumps(without_trump=self.without_trump), *self.further_kinds]

    @property
    def counts_only_cards(self) -> bool:
        """Does every round come to 157 points?"""
        factors = {self.factor(trump) for trump in self.kinds_of_play}
        return factors == {1} and not (self.match_bonus or self.melds or self.stoeck)


SWISS_CLUB = Rules(
    trump_jack_may_be_withheld=True,
    match_bonus=True,
    melds=True,
    stoeck=True,
    without_trump=True,
    factor_clubs=2,
    factor_spades=2,
    factor_top_down=3,
    factor_bottom_up=3,
    direction=Direction.ANTICLOCKWISE,
)

PRESETS = by_slug(
    Preset(
        "salon",
        gettext_noop("Salon"),
        gettext_noop("As the source has it: card points and nothing else."),
        Rules(),
    ),
    Preset(
        "swiss-club",
        gettext_noop("Swiss club"),
        gettext_noop("With match, Weis, Stöck, factors, and the jack of trump that may be kept back."),
        SWISS_CLUB,
    ),
    Preset(
        "schieber",
        gettext_noop("Schieber"),
        gettext_noop("As most Swiss clubs play: to 2500, Weis, and at the end Stöck–Weis–Stich."),
        SWISS_CLUB.model_copy(
            update={
                "target": Fraction(2500),
                "end_order": EndOrder.STOECK_WEIS_STICH,
                "factor_clubs": 1,
                "factor_diamonds": 2,
                "card_faces": CardFaces.SWISS_GERMAN,
            }
        ),
        own_name=True,
    ),
    Preset(
        "einzelschieber",
        gettext_noop("Einzelschieber"),
        gettext_noop("As tournaments play: twelve hands, and nothing counts but the 157 points of the cards."),
        Rules(
            target=None,
            hands=12,
            trump_jack_may_be_withheld=True,
            without_trump=True,
            stake=TeamStake.NONE,
            direction=Direction.ANTICLOCKWISE,
        ),
        own_name=True,
    ),
)
