import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_answers_when_the_database_does(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"
