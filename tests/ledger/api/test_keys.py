"""The public keys of the site, for everyone."""

import pytest
from django.test import Client

from ledger.signing.key_file import rotate


@pytest.mark.django_db
def test_everyone_reads_the_keys_old_ones_first(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    (only,) = Client().get("/api/v1/keys").json()["keys"]
    assert only.keys() == {"id", "algorithm", "public", "minisign", "from", "to"}
    assert (only["algorithm"], only["to"]) == ("Ed25519", None)
    new = rotate(tmp_path)
    old, today = Client(headers={"Authorization": "Bearer wrong"}).get("/api/v1/keys").json()["keys"]
    assert (old["id"], today["id"]) == (only["id"], new.id)
    assert old["to"] == today["from"]
    answer = Client().get("/api/v1/keys")
    assert Client().get("/api/v1/keys", headers={"If-None-Match": answer["ETag"]}).status_code == 304
