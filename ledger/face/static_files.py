"""Static files. The source has many short style sheets, which are joined into a few bundles for the browser."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage

STYLE_SHEET = "css/app.css"
BUNDLES = (STYLE_SHEET, "css/standings.css")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORT = re.compile(r'@import url\("(?P<name>[a-z/-]+\.css)"\);')


def names_of_files() -> list[str]:
    """Return the static files to which pages link. In production, style sheets inside a bundle are left out."""
    root = settings.BASE_DIR / "static"
    names = {path.relative_to(root).as_posix() for path in root.rglob("?*.*") if path.is_file()}
    if not settings.DEBUG:
        names -= {f"css/{name}" for bundle in BUNDLES for name in IMPORT.findall((root / bundle).read_text())}
    return sorted(names)


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Joins the style sheets of each bundle. Then WhiteNoise compresses all files, and adds hashes to their names."""

    # A module's `import "./status.js"` then names the file with the hash, which browsers may keep for ever.
    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        # Bundles are made from the source files, not from files that an earlier run left in STATIC_ROOT.
        bundles = {} if dry_run else {name: bundled(name, paths) for name in BUNDLES if name in paths}
        for name, text in bundles.items():
            Path(self.path(name)).write_text(text, encoding="utf-8")
            paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)


def bundled(name: str, paths: dict[str, Any]) -> str:
    """Return the style sheet with all its imports. Without comments and indentation it is a quarter shorter."""
    folder = name.rpartition("/")[0]
    joined = IMPORT.sub(lambda found: _source(f"{folder}/{found['name']}", paths), _source(name, paths))
    lines = (line.strip() for line in COMMENT.sub("", joined).splitlines())
    return "\n".join(line for line in lines if line)


def _source(name: str, paths: dict[str, Any]) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        return str(file.read(), "utf-8")
