"""The languages of the site. Everything else that needs them reads this list; CONTRIBUTING.md says how to add one."""

from typing import NamedTuple


class Language(NamedTuple):
    """A language that a reader can choose."""

    code: str  # of Django, and of the folder in locale/
    name: str  # its own name for itself: who cannot read the page must find it
    locale: str  # of Babel, which knows how figures, money and dates are written
    spoken: str  # for the `lang` of a page, by which a voice is chosen
    plural_forms: str  # of the catalogue, as GNU gettext writes them


ONE_IS_SINGULAR = "nplurals=2; plural=(n != 1);"
NONE_AND_ONE_ARE_SINGULAR = "nplurals=2; plural=(n > 1);"

LANGUAGES = (
    Language("en", "English", "en_GB", "en", ONE_IS_SINGULAR),
    Language("de", "Deutsch", "de_CH", "de-CH", ONE_IS_SINGULAR),
    Language("fr", "Français", "fr", "fr", NONE_AND_ONE_ARE_SINGULAR),
    Language("hi", "हिन्दी", "hi", "hi", NONE_AND_ONE_ARE_SINGULAR),
    Language("ne", "नेपाली", "ne", "ne", ONE_IS_SINGULAR),
)
BY_CODE = {language.code: language for language in LANGUAGES}
CHOICES = [(language.code, language.name) for language in LANGUAGES]


def language_of(code: str | None) -> Language:
    """English for a code that is none of the site's, and for none."""
    return BY_CODE.get(code or "", LANGUAGES[0])
