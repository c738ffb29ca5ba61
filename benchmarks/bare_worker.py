"""What the server's worker process runs for the yardstick: the bare views, without any middleware."""

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

from scripts import worker

__all__ = ["application", "worker"]

settings.MIDDLEWARE = []
application = WSGIHandler()
