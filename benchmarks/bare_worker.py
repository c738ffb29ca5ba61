"""What the server's worker process runs for the yardstick: the bare views, without any middleware."""

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

from ledger.config.asgi import THREADS, WholeRequests

__all__ = ["application"]

settings.MIDDLEWARE = []
application = WholeRequests(WSGIHandler(), threads=THREADS, largest=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
