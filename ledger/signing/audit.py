"""Does the signing key fit the list of public keys? Every difference is one sentence."""

from collections import Counter
from collections.abc import Iterator

from django.conf import settings

from ledger.signing.encodings import write_base64
from ledger.signing.key_file import SigningKeyError, read_list
from ledger.signing.keys import has_own_key, listed_keys, own_key, trusted_keys


def key_differences() -> Iterator[str]:
    """Yield each difference. A site without a key has none."""
    try:
        listed_keys()
        listed = read_list(settings.DATA_DIR)
        today = write_base64(own_key().public) if has_own_key() else ""
        trusted_keys()
    except SigningKeyError as error:
        yield str(error)
        return
    public = [key.public for key in listed]
    if today and not settings.SIGNING_KEY and today not in public:
        yield "The public key of the signing key is not in signing_keys.json: that file is of another key, or missing."
    for key, count in Counter(public).items():
        if count > 1:
            yield f"The public key {key} is listed {count} times."
    for each in listed:
        if each.since and each.until and each.until < each.since:
            yield f"The key {each.id} is listed as used until {each.until}, which is before {each.since}."
        if each.until and each.public == today:
            yield f"The key {each.id} is listed as used until {each.until}, and it is in use."
