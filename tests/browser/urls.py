"""The site, and a test page for htmx."""

from django.urls import path

from ledger.config.urls import urlpatterns as site
from tests.browser import htmx_page

urlpatterns = [*site, path("swapping/", htmx_page.page), path("swapping/<str:part>/", htmx_page.part)]
