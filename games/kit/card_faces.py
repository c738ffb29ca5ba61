"""The texts that name suits or court cards, in the words of the pack that lies on the table."""

from collections.abc import Mapping

from games.kit.sentences import gettext_noop

_TEXTS: Mapping[str, Mapping[str, str]] = {
    "swiss_german": {
        "Clubs": gettext_noop("Eicheln"),
        "Spades": gettext_noop("Schilten"),
        "Diamonds": gettext_noop("Schellen"),
        "Hearts": gettext_noop("Rosen"),
        "Factor for clubs": gettext_noop("Factor for Eicheln"),
        "Factor for spades": gettext_noop("Factor for Schilten"),
        "Factor for diamonds": gettext_noop("Factor for Schellen"),
        "Factor for hearts": gettext_noop("Factor for Rosen"),
        "Clubs counts once, the joker ten times.": gettext_noop("Eicheln counts once, the joker ten times."),
        "The jack of trump may be kept back": gettext_noop("The Under of trump may be kept back"),
        "A player whose only trump is the jack need not play it when trump is led.": gettext_noop(
            "A player whose only trump is the Under need not play it when trump is led."
        ),
        "With match, Weis, Stöck, factors, and the jack of trump that may be kept back.": gettext_noop(
            "With match, Weis, Stöck, factors, and the Under of trump that may be kept back."
        ),
        "King and queen of trump in one hand count 20.": gettext_noop("König and Ober of trump in one hand count 20."),
        "No player of this team had both king and queen of trump.": gettext_noop(
            "No player of this team had both König and Ober of trump."
        ),
        "{seat} held king and queen of trump: Stöck.": gettext_noop("{seat} held König and Ober of trump: Stöck."),
    }
}


def called(text: str, faces: str) -> str:
    """Return the text in the words of this pack. Most texts are the same for all packs."""
    return _TEXTS.get(faces, {}).get(text, text)
