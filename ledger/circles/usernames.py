"""What one types to sign in. Names at the table are another matter: see names.py."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

USERNAME_LENGTH = 40
SIGNS = re.compile(r"[-._@+]")


def normalise_username(username: str) -> str:
    """One spelling for all that look the same and for capitals, which phones add by themselves."""
    return unicodedata.normalize("NFKC", username.strip()).lower()


def validate_username(username: str) -> None:
    """Letters of any script with their marks: Django's own rule stops at the vowel signs of Devanagari."""
    if not all(unicodedata.category(character)[0] in "LMN" or SIGNS.match(character) for character in username):
        raise ValidationError(
            _("A user name has letters, digits and the signs . - _ @ + only, and no spaces."), code="invalid"
        )
