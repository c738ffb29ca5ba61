import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_health_check_succeeds_when_the_database_answers(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"
