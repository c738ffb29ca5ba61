"""The one place that says what a name may be: a person's, a player's, a circle's, the label of a link.

Any script and any emoji will do. What cannot be seen, or turns the text around it, is taken out without a word, since
it comes along when a name is copied from a chat; what would leave nothing to read is refused with a sentence.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MAX_LENGTH = 80

# Invisible, but part of how emoji and Devanagari letters are joined: kept in a name, ignored when names are compared.
JOINERS = re.compile("[\u200c\u200d\U000e0020-\U000e007f]")
# These count as letters, marks or symbols and show nothing: fillers, variation selectors, the empty Braille pattern.
BLANKS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


def clean_name(text: str) -> str:
    """The name as it is kept, or a ValidationError that says what is wrong with it."""
    name = " ".join(_without_invisible(unicodedata.normalize("NFC", text)).split())
    if not _can_be_seen(name):
        raise ValidationError(_("Please enter a name."), code="required")
    if len(name) > MAX_LENGTH:
        raise ValidationError(
            ngettext(
                "This name is too long: it has %(length)d characters, at most %(limit)d character fits.",
                "This name is too long: it has %(length)d characters, at most %(limit)d characters fit.",
                MAX_LENGTH,
            ),
            code="too_long",
            params={"length": len(name), "limit": MAX_LENGTH},
        )
    return name


def name_key(name: str) -> str:
    """Two names with the same key are the same name to whoever looks at the table."""
    folded = BLANKS.sub("", unicodedata.normalize("NFC", name).casefold())
    shown = "".join(character for character in folded if unicodedata.category(character) != "Cf")
    return " ".join(unicodedata.normalize("NFC", shown).split())


def _without_invisible(text: str) -> str:
    """Control characters go, and so do the marks, overrides and isolates that turn the direction of a text (all Cf)."""
    spaced = "".join(" " if character.isspace() else character for character in text)
    return "".join(
        character
        for character in spaced
        if unicodedata.category(character) not in ("Cc", "Cf", "Cs") or JOINERS.match(character)
    )


def _can_be_seen(name: str) -> bool:
    """Cn, "not assigned", counts as seen: that is how this Python calls an emoji younger than itself."""
    return any(
        category[0] in "LNPS" or category == "Cn" for category in map(unicodedata.category, BLANKS.sub("", name))
    )
