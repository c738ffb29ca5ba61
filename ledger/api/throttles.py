"""How often a caller may call. Counted by each process in its own memory: a limit that costs nothing to keep is exact
enough to stop a program that runs wild, which is all that it is for."""

from django.conf import settings
from django.core.cache import caches
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from ledger.api.models import Token


class CallerThrottle(SimpleRateThrottle):
    """By token, else by user, else by address."""

    scope = "caller"
    cache = caches["memory"]

    def get_rate(self) -> str | None:
        return settings.API_RATE or None

    def get_cache_key(self, request: Request, _view: APIView) -> str:
        if isinstance(request.auth, Token):
            return f"token-{request.auth.pk}"
        return f"user-{request.user.pk}" if request.user.is_authenticated else f"address-{self.get_ident(request)}"
