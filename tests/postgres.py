"""A temporary PostgreSQL server with its data and its socket in a temporary folder."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from scripts.postgres import owner


@contextmanager
def running_postgres(programs: Path, administrator: str = "khata") -> Iterator[str]:
    """Run a server, and yield its address for DATABASE_URL."""
    folder = tempfile.mkdtemp(prefix="khata-pg-")
    shutil.chown(folder, owner())

    def run(program: str, *arguments: str) -> None:
        command = [str(programs / program), "--pgdata", f"{folder}/data", *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, user=owner(), cwd=folder)

    try:
        run("initdb", "--auth=trust", f"--username={administrator}", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off -c max_connections=50"
        run("pg_ctl", "start", "--wait", "--log", f"{folder}/log", "--options", options)
        try:
            yield f"postgres://{administrator}@{quote(folder, safe='')}/postgres"
        finally:
            run("pg_ctl", "stop", "--mode=immediate")
    finally:
        shutil.rmtree(folder)
