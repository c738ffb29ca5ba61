"""Nobody can sign in with the database alone: it has only hashes of passwords, sessions, tokens and links."""

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client

from ledger.api.tokens import make_token
from ledger.circles.roles import Role
from ledger.circles.services.invites import make_invite
from ledger.live.links import make_link, token_of
from tests.ledger.conftest import PASSWORD


def everything_stored() -> str:
    return "\n".join(
        repr(row) for model in apps.get_models(include_auto_created=True) for row in model.objects.values_list()
    )


@pytest.mark.django_db
def test_no_secret_is_in_the_database(owner, alice, series):
    client = Client()
    signed_in = client.post("/account/login/", {"login": "alice", "password": PASSWORD})
    assert signed_in.status_code == 302
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    _row, token = make_token(user=alice, name="Spreadsheet")
    _invite, link = make_invite(actor=alice, circle=owner.circle, role=Role.SCORER)
    to_series = token_of(make_link(me=owner, series=series, label="For the table"))
    stored = everything_stored()
    assert "Spreadsheet" in stored
    assert "For the table" in stored
    signature = to_series.partition(".")[2]
    assert [secret for secret in (PASSWORD, session, token, link, signature) if secret in stored] == []
