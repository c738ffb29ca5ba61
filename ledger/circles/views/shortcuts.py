"""Helpers that several views share."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import auth
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from ledger.circles.models import User

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponse]


def form_data(request: HttpRequest) -> QueryDict | None:
    """The data for a form: None unless the request is a POST. An empty POST is data too."""
    return request.POST if request.method == "POST" else None


@contextmanager
def add_errors_to(form: BaseForm) -> Iterator[None]:
    """Show the refusal of a service as an error of the form."""
    try:
        yield
    except ValidationError as error:
        form.add_error(None, error)


def render_page(request: HttpRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """Render the page, with status 422 if its form has errors or the context names an `error`."""
    refused = context.get("error") or getattr(context.get("form"), "errors", None)
    return render(request, template, dict(context), status=422 if refused else 200)


def sign_in_guest(request: HttpRequest, user: User) -> None:
    """Sign in a guest, unless the visitor is signed in already.

    The session gets a new key, so that somebody who planted the old key in the browser cannot use this session.
    """
    if user.is_guest and not request.user.is_authenticated:
        auth.login(request, user)


def secret_page(view: View[Arguments]) -> View[Arguments]:
    """Keep a page whose address or text holds a secret out of search engines and the Referer header.

    With `no-referrer` alone, the browser would send a form of this page with `Origin: null`, which the CSRF check
    refuses. Browsers that know `strict-origin` send the host of the page, without its path.
    """

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Referrer-Policy"] = "no-referrer, strict-origin"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return guarded
