"""The rules for names of persons, players, circles and links, and for user names.

All scripts and all emoji are allowed. Spaces are tidied. A name that shows nothing, contains hidden characters,
mixes letters that look alike, or heaps marks on a letter is refused.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

MAX_LENGTH = 80  # of names of circles, players, persons, links and seasons; `clean_name` refuses longer ones
USERNAME_LENGTH = 40

INVISIBLE = ("Cc", "Cf", "Cs")  # control and format characters, half characters
ZERO_WIDTH_JOINERS = "\u200c\u200d"
VARIATION_SELECTORS = "\ufe0e\ufe0f"
# The letters of a flag such as England's follow a black flag and are invisible.
FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
# These count as letters, marks or symbols and show nothing: fillers, variation selectors, the empty Braille pattern.
BLANKS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")

# Alphabets that share the shapes of many letters, and the letters that most typefaces draw alike.
ALPHABETS = ("LATIN", "GREEK", "CYRILLIC")
LOOK_ALIKES = frozenset(
    "ABCEHIJKMNOPSTVXYZaceijkopsuvxy"  # Latin
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧακνορυχ"
    "АВЕЅІЈКМНОРСТУХѴаеѕіјкорсухѵ"
)
# Marks above and below one letter. Some scripts write whole letters there, so that real names have more marks.
MOST_MARKS = 2
MOST_MARKS_IN = {"ARABIC": 3, "HEBREW": 4, "MYANMAR": 4, "TIBETAN": 4}
JOINING_CLASSES = (7, 9)  # nukta and virama belong to the letter: क़ is one letter, and so is the first half of क्ष

SIGNS_IN_USERNAMES = re.compile(r"[-._@+]")


def clean_name(text: str, *, is_new: bool = True) -> str:
    """Return the name as it is stored. Raise ValidationError if the name is not allowed.

    A name from a file (not `is_new`) may have more marks than a new name, because older versions allowed them.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    # Cn, "not assigned", counts as visible: it is the category of an emoji that is newer than this Python.
    categories = [unicodedata.category(character) for character in BLANKS.sub("", name)]
    if not any(category[0] in "LNPS" or category == "Cn" for category in categories):
        raise ValidationError(_("Please enter a name."), code="required")
    check_hidden_characters(name)
    check_alphabets(name)
    if is_new:
        check_marks(name)
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


def check_hidden_characters(name: str) -> None:
    """Refuse invisible characters, except those that join emoji or the letters of Devanagari, Arabic and others."""
    name = FLAG.sub("\U0001f3f4", name)
    for previous, character in zip(" " + name, name, strict=False):
        if unicodedata.category(character) not in INVISIBLE:
            continue
        is_letter = unicodedata.category(previous)[0] in "LM" and not _alphabets(previous)
        is_emoji = unicodedata.category(previous) in ("So", "Sk", "Cn") or previous in VARIATION_SELECTORS
        if character not in ZERO_WIDTH_JOINERS or not (is_letter or is_emoji):
            raise ValidationError(
                _("This name contains a character that cannot be seen (%(code)s). Please type the name anew."),
                code="hidden_character",
                params={"code": f"U+{ord(character):04X}"},
            )


def check_alphabets(name: str) -> None:
    """Refuse a name that looks like another because a letter comes from another alphabet: Cyrillic А in "Аnil".

    A word has letters of one alphabet. Two words may differ, if each shows which alphabet it is: "Покер Club".
    """
    words = re.findall(r"[^\W\d_]+", name)
    is_mixed = len(_alphabets("".join(words))) > 1
    if any(len(_alphabets(word)) > 1 or (is_mixed and LOOK_ALIKES.issuperset(word)) for word in words):
        raise ValidationError(
            _("This name mixes letters of two alphabets that look alike. Please use the letters of one."),
            code="mixed_alphabets",
        )


def check_marks(name: str) -> None:
    """Refuse letters with a heap of marks, which cover the lines above and below."""
    marks, most = 0, MOST_MARKS
    for character in unicodedata.normalize("NFC", name):
        category = unicodedata.category(character)
        # Mc, such as the sign of the vowel in का, stands beside the letter. Cf joins letters and does not end one.
        if category in ("Mn", "Me") and unicodedata.combining(character) not in JOINING_CLASSES:
            marks += 1
        elif category not in ("Mn", "Mc", "Cf"):
            script = unicodedata.name(character, "").partition(" ")[0]
            marks, most = 0, MOST_MARKS_IN.get(script, MOST_MARKS)
        if marks > most:
            raise ValidationError(
                ngettext(
                    "A letter of this name has too many marks above or below it: at most %(most)d is possible.",
                    "A letter of this name has too many marks above or below it: at most %(most)d are possible.",
                    most,
                ),
                code="too_many_marks",
                params={"most": most},
            )


def _alphabets(text: str) -> set[str]:
    names = " ".join(unicodedata.name(character, "") for character in text)
    return {alphabet for alphabet in ALPHABETS if re.search(rf"\b{alphabet}\b", names)}


def name_key(name: str) -> str:
    """Names with the same key look the same at the table."""
    folded = BLANKS.sub("", unicodedata.normalize("NFC", name).casefold())
    shown = "".join(character for character in folded if unicodedata.category(character) != "Cf")
    return " ".join(unicodedata.normalize("NFC", shown).split())


def normalise_username(username: str) -> str:
    """Return one spelling for user names that look the same, without capitals, which phones add by themselves."""
    return unicodedata.normalize("NFKC", username.strip()).lower()


def validate_username(username: str) -> None:
    """Allow letters of any script with their marks. Django's own rule refuses the vowel signs of Devanagari."""
    categories = [unicodedata.category(c)[0] for c in username if not SIGNS_IN_USERNAMES.match(c)]
    if not set(categories) <= set("LMN"):
        raise ValidationError(
            gettext_lazy("A user name has letters, digits and the signs . - _ @ + only, and no spaces."), code="invalid"
        )
    check_alphabets(username)
    check_marks(username)
