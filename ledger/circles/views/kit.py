"""What several pages need."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib import auth
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from ledger.circles.models import User

Arguments = ParamSpec("Arguments")
Page = Callable[Concatenate[HttpRequest, Arguments], HttpResponse]


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form takes: an empty POST is an answer as well."""
    return request.POST if request.method == "POST" else None


@contextmanager
def faults_into(form: BaseForm) -> Iterator[None]:
    """What a service refuses is shown with the form that asked for it."""
    try:
        yield
    except ValidationError as error:
        form.add_error(None, error)


def page(request: HttpRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """The page; 422 where its form, or whatever else was asked for, is refused."""
    refused = context.get("fault") or getattr(context.get("form"), "errors", None)
    return render(request, template, dict(context), status=422 if refused else 200)


def sign_in_guest(request: HttpRequest, user: User) -> None:
    """From here on the session remembers the guest. It gets a new key, so that one planted before is worth nothing."""
    if user.is_guest and not request.user.is_authenticated:
        auth.login(request, user)


def under_a_token(view: Page[Arguments]) -> Page[Arguments]:
    """For pages whose address or text holds a secret: kept out of caches, search engines and the Referer.

    `no-referrer` by itself would also take the origin from the form's own POST, which the CSRF check then refuses;
    browsers that know `strict-origin` use that, and it tells nothing but the host.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Referrer-Policy"] = "no-referrer, strict-origin"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return cast("Page[Arguments]", never_cache(guarded))
