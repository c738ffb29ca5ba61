"""The error pages need no database, session or user."""

import pytest
from django.template.loader import render_to_string
from django.views.csrf import csrf_failure
from django.views.defaults import bad_request, permission_denied, server_error


@pytest.mark.parametrize("status", ["400", "403", "404", "500", "403_csrf"])
def test_every_error_page_renders_without_request_and_database(status):
    page = render_to_string(f"{status}.html")
    assert "<h1>" in page
    assert 'href="/"' in page


@pytest.mark.django_db
def test_an_unknown_address_has_our_page(client):
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "Nothing here" in answer.content.decode()


@pytest.mark.parametrize(
    ("view", "status", "title"),
    [(bad_request, 400, "cannot be read"), (permission_denied, 403, "Not for you"), (csrf_failure, 403, "too old")],
)
def test_refusals_have_our_page(rf, view, status, title):
    answer = view(rf.get("/"), Exception("secret"))
    assert answer.status_code == status
    assert title in answer.content.decode()
    assert "secret" not in answer.content.decode()


def test_a_server_error_has_our_page(rf):
    assert "A mistake on our side" in server_error(rf.get("/")).content.decode()
