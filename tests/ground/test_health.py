import pytest

pytestmark = pytest.mark.django_db


def test_health_check_succeeds_when_the_database_answers(client):
    assert client.get("/healthz").content == b"ok\n"
