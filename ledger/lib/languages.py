"""The languages of the site, listed only here. CONTRIBUTING.md says how to add a language."""

from typing import NamedTuple


class Language(NamedTuple):
    """A language that a reader can choose."""

    code: str  # of Django, and of the folder in locale/
    name: str  # in the language itself, for a reader who cannot read the page
    locale: str  # of Babel, which writes figures, money and dates
    spoken: str  # for the `lang` of a page, by which a screen reader chooses its voice
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
    """Return the language of a code. Without a code, or for an unknown code, return English."""
    return BY_CODE.get(code or "", LANGUAGES[0])
