"""`make freeze`: the files of this release, which every later version must be able to read.

It writes into tests/ledger/transfer/released/<version>/: a data folder, a backup of it on SQLite and one on PostgreSQL,
the export of a circle in which everything has happened that can, and known.json, which has what people keep: the
address of a link, a token and a short code. Run it last before a release. Once the release has its tag, the files are
never changed (docs/decisions/0050-files.md).
"""

import json
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connections

from ledger import __version__
from scripts.data_folder import ROOT, ensure_secret_key

RELEASED = ROOT / "tests" / "ledger" / "transfer" / "released"
EVENINGS = 3  # of each circle of the demo


def pack(folder: Path, target: Path) -> None:
    with tarfile.open(target, "w:xz", preset=9) as archive:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            archive.add(file, arcname=str(file.relative_to(folder)))


def is_released(version: str) -> bool:
    return bool(subprocess.run(["git", "tag", "--list", f"v{version}"], cwd=ROOT, capture_output=True).stdout.strip())


def back_up(data: Path, to: Path, database_url: str = "") -> None:
    """Make a backup of the data folder. With `database_url`, restore the backup of SQLite to that database first."""
    environment = os.environ | {"LEDGER_DATA_DIR": str(data)} | ({"DATABASE_URL": database_url} if database_url else {})
    restore = [["restore", str(to.with_name("sqlite"))]] if database_url else []
    for command in [*restore, ["backup", str(to)]]:
        run = [sys.executable, "manage.py", *command]
        subprocess.run(run, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    from tests.needs import find_postgres_programs
    from tests.postgres import running_postgres

    if is_released(__version__):
        sys.exit(f"{__version__} is released, so its files stay as they are. Set the version of the next one first.")
    with tempfile.TemporaryDirectory(prefix="khata-freeze-") as place:
        data, backups, folder = Path(place, "data"), Path(place, "backups"), Path(place, "released")
        for path in (data, backups, folder):
            path.mkdir()
        os.environ |= {"LEDGER_DATA_DIR": str(data), "LEDGER_ALLOWED_HOSTS": "localhost"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "ledger.config.settings"
        for name in ("LEDGER_DEBUG", "DATABASE_URL"):
            os.environ.pop(name, None)
        ensure_secret_key(data)
        django.setup()
        for command in ("migrate", "createcachetable", "rotate_signing_key"):
            call_command(command, verbosity=0)
        call_command("demo", evenings=EVENINGS, verbosity=0)
        from scripts.frozen_circle import write_circle

        known = write_circle()
        call_command("audit")
        call_command("export_circle", known["circle"], folder / "circle.json")
        connections.close_all()
        back_up(data, backups / "sqlite")
        with running_postgres(find_postgres_programs()) as url:
            back_up(Path(place, "data-on-postgresql"), backups / "postgresql", url)
        text = (folder / "circle.json").read_bytes()
        for file in folder.glob("circle.json*"):
            file.unlink()
        (folder / "circle.json.xz").write_bytes(lzma.compress(text, preset=9))
        (folder / "known.json").write_text(json.dumps(known, indent=2) + "\n")
        pack(data, folder / "data.tar.xz")
        for database in ("sqlite", "postgresql"):
            pack(backups / database, folder / f"backup-{database}.tar.xz")
        shutil.rmtree(RELEASED / __version__, ignore_errors=True)
        shutil.copytree(folder, RELEASED / __version__)
    for file in sorted((RELEASED / __version__).iterdir()):
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
