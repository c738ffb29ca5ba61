"""Checks whether the signing key fits the list of public keys."""

from collections import Counter
from collections.abc import Iterator

from django.conf import settings

from ledger.signing.encodings import write_base64
from ledger.signing.key_file import SigningKeyError, read_list
from ledger.signing.keys import has_own_key, listed_keys, own_key, trusted_keys


def key_differences() -> Iterator[str]:
    """Yield a sentence for each difference. A site without a signing key has none."""
    try:
        listed_keys()  # called, as `trusted_keys` is, only to learn whether these keys can be read
        listed = read_list(settings.DATA_DIR)
        todays_key = write_base64(own_key().public) if has_own_key() else ""
        trusted_keys()
    except SigningKeyError as error:
        yield str(error)
        return
    public = [key.public for key in listed]
    if todays_key and not settings.SIGNING_KEY and todays_key not in public:
        yield "The public key of the signing key is not in signing_keys.json: that file is of another key, or missing."
    for text, count in Counter(public).items():
        if count > 1:
            yield f"The public key {text} is listed {count} times."
    for key in listed:
        if key.since and key.until and key.until < key.since:
            yield f"The key {key.id} is listed as used until {key.until}, which is before {key.since}."
        if key.until and key.public == todays_key:
            yield f"The key {key.id} is listed as used until {key.until}, and it is in use."
