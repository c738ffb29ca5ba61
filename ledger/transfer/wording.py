"""What the page and the command of an import say about the seal of a file."""

from django.utils.translation import gettext as _

from ledger.signing.files import SealOfFile, Signed


def seal_in_words(seal: SealOfFile) -> str:
    values = {"key": seal.key, "site": seal.site}
    match seal.signed:
        case Signed.BY_THIS_SITE:
            return _("Signed by this site (key %(key)s).") % values
        case Signed.BY_A_KNOWN_SITE:
            return _("Signed by the site %(site)s (key %(key)s).") % values
        case Signed.BY_AN_UNKNOWN_KEY:
            return _("Signed with the key %(key)s, which this site does not know: nothing tells who has it.") % values
        case Signed.NOT:
            return _("Not signed: nothing tells who made this file.")
        case _:
            return _("Changed since it was signed.")
