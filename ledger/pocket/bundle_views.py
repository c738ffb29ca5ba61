"""The bundle over HTTP: its list and its files. Nothing in the bundle is about a person or a circle."""

import hashlib
import json
from functools import lru_cache
from typing import Any

import brotli
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import condition, require_safe

from ledger.face.static_files import names_of_files
from ledger.lib.compression import StoredResponse
from ledger.lib.lru import LRUCache
from ledger.pocket import bundle
from ledger.pocket.addresses import all_addresses
from ledger.pocket.rows import site_settings

TYPES = {"mjs": "text/javascript", "wasm": "application/wasm", "zip": "application/zip"}


def current_list() -> dict[str, Any]:
    """Return the list of the bundle, or why there is no bundle. In development, bring the bundle up to date first."""
    return _with_site(json.dumps(bundle.make() if settings.DEBUG else bundle.file_list()))


def bundle_version() -> str | None:
    """Return the version of the bundle; None if there is no bundle."""
    return current_list().get("version")


def _etag(_request: HttpRequest) -> str | None:
    return f'"{version}"' if (version := bundle_version()) else None


@lru_cache(maxsize=1)
def _with_site(list_json: str) -> dict[str, Any]:
    """Return all that a phone needs of the site, with one version: the bundle, static files, settings and addresses."""
    bundled: dict[str, Any] = json.loads(list_json)
    if "problem" in bundled:
        return bundled
    names = names_of_files()
    content: dict[str, Any] = {
        "files": [
            {
                "name": file["name"],
                "url": reverse("pocket_file", args=[file["folder"], file["name"]]),
                "size": file["size"],
            }
            for file in bundled["files"]
        ],
        "static": [staticfiles_storage.url(name) for name in names],
        "site": site_settings(),
        "addresses": all_addresses(),
    }
    if hasattr(staticfiles_storage, "stored_name"):
        content["manifest"] = {name: staticfiles_storage.stored_name(name) for name in names}
    return content | {"version": hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]}


@require_safe
@condition(etag_func=_etag)
def bundle_list(_request: HttpRequest) -> HttpResponse:
    content = current_list()
    if "problem" in content:
        return JsonResponse(content, status=503)
    response = JsonResponse(content)
    patch_cache_control(response, private=True, no_cache=True)
    return response


# However many phones receive a file at once, it is in memory once.
_CONTENTS: LRUCache[bytes] = LRUCache(24 * 2**20, size_of=len)


@require_safe
def bundle_file(request: HttpRequest, folder: str, name: str) -> HttpResponse:
    """Send a file. Its address has a hash of the content, so browsers and proxies may keep the file for a year."""
    if not any((file["folder"], file["name"]) == (folder, name) for file in bundle.file_list().get("files", [])):
        raise Http404
    kind = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
    takes_brotli = "br" in request.headers.get("Accept-Encoding", "")

    def read() -> bytes:
        compressed = (bundle.folder() / folder / name).read_bytes()
        return compressed if takes_brotli else brotli.decompress(compressed)

    content = _CONTENTS.get_or_make((folder, name, takes_brotli), read)
    response = StoredResponse(content, content_type=kind)
    if takes_brotli:
        response["Content-Encoding"] = "br"
    response["Vary"] = "Accept-Encoding"
    patch_cache_control(response, public=True, max_age=365 * 24 * 3600, immutable=True)
    return response
