"""A scratch machine on which the pages in docs/operate/ are followed: a folder in place of `/`.

The commands of a page run in a shell, after SUBSTITUTIONS. The programs in tests/ground/stand_ins/ take the place of
those that would change the machine on which the tests run; each says what it does. Everything else is the real thing.
"""

import grp
import os
import pwd
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scripts.network import free_port
from tests.ground.helpers import ROOT, clean_environment

STAND_INS = ROOT / "tests" / "ground" / "stand_ins"
MARK = "=== the next block ==="
FENCE = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_BEHIND = shutil.ignore_patterns(
    ".git", ".venv", "build", "var", "__pycache__", ".*_cache", ".hypothesis", "tests", "docs", "screenshots"
)

# What stands in a page or in deploy/, and what it becomes. Where two fit, the first one counts.
SUBSTITUTIONS = (
    ("https://git.example.org/khata.git", "{scratch}/khata.git"),
    # The test's own packages: test_run.py installs them anew. They are there before `prepare` looks for them.
    ("sudo python3 -m scripts.prepare prod", "ln -sfn {venv} .venv && sudo python3 -m scripts.prepare prod"),
    # The folders of the machine.
    (" /opt/khata", " {scratch}/opt/khata"),
    ("=/opt/khata", "={scratch}/opt/khata"),
    ("file:///opt/khata", "file://{scratch}/opt/khata"),
    ("/var/lib/khata", "{scratch}/var/lib/khata"),
    ("/var/backups/khata", "{scratch}/var/backups/khata"),
    ("/var/www/", "{scratch}/var/www/"),
    ("/etc/", "{scratch}/etc/"),
    ("/usr/local/bin/", "{scratch}/usr/local/bin/"),
    ("/media/usb/", "{scratch}/media/usb/"),
    ("/tmp/khata-check", "{scratch}/tmp/khata-check"),
    # Users: the test's own, or one without rights if the test runs as root.
    ("-o khata -g khata", "-o {user} -g {group}"),
    ("-g khata", "-g {group}"),
    ("User=khata", "User={user}"),
    ("Group=khata", "Group={group}"),
    ("runuser -u khata --", "{as_khata}"),
    # Names and ports. Caddy makes a certificate of its own, as nginx has one from the stand-in for certbot.
    ("scores.example.org {\n\trequest", "https://localhost:{https_port} {\n\ttls internal\n\trequest"),
    ("{\n\tservers {", "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tservers {"),
    ("https://scores.example.org/", "https://localhost:{https_port}/"),
    ("listen 80;", "listen 127.0.0.1:{http_port};"),
    ("listen 443 ", "listen 127.0.0.1:{https_port} "),
    ("server_name scores.example.org", "server_name localhost"),
    ("live/scores.example.org/", "live/localhost/"),
    ("--domain scores.example.org", "--domain localhost"),
    ("LEDGER_ALLOWED_HOSTS=scores.example.org", "LEDGER_ALLOWED_HOSTS=localhost"),
    ("127.0.0.1:8000", "127.0.0.1:{port}"),
    ("PORT=8000", "PORT={port}"),
    # A password is asked for at the keyboard.
    ("khata-manage changepassword admin", "khata-manage changepassword admin < {scratch}/typed"),
)
NGINX = """
{user} worker_processes 1; pid {scratch}/tmp/nginx.pid; error_log {scratch}/log/nginx-errors;
events {{}}
http {{
    client_body_temp_path {scratch}/tmp/body; proxy_temp_path {scratch}/tmp/proxy; fastcgi_temp_path {scratch}/tmp/f;
    uwsgi_temp_path {scratch}/tmp/u; scgi_temp_path {scratch}/tmp/s; access_log {scratch}/log/nginx-access;
    include {scratch}/etc/nginx/sites-enabled/*;
}}
"""


def sections(page: Path, *left_out: str) -> str:
    """The text of a page without the sections with these headings."""
    parts = re.split(r"^(?=## )", page.read_text(), flags=re.MULTILINE)
    return "".join(part for part in parts if part.partition("\n")[0].removeprefix("## ") not in left_out)


@dataclass(frozen=True)
class Machine:
    scratch: Path
    values: dict[str, str]
    environment: dict[str, str]

    def substitute(self, text: str) -> str:
        """In one pass, so that no substitution changes what another one has written."""
        values = {f"{{{name}}}": value for name, value in self.values.items()}
        table = {old: re.sub(r"\{\w+\}", lambda name: values[name[0]], new) for old, new in SUBSTITUTIONS}
        return re.sub("|".join(map(re.escape, table)), lambda place: table[place[0]], text)

    def run(self, commands: str, timeout: float = 300) -> str:
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", self.substitute(commands)],
            cwd=self.scratch,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=timeout,
            start_new_session=True,  # without a terminal, so that a password is read from the input
        )
        assert ran.returncode == 0, f"{commands}\n--- printed:\n{ran.stdout}\n{ran.stderr}\n--- log:\n{self.log()}"
        return ran.stdout

    def follow(self, text: str) -> None:
        """Run every command of a page, or of some of its sections.

        Their output is compared, in order, with the output that the page shows.
        """
        commands: list[str] = []
        expected: dict[int, str] = {}
        for kind, content in FENCE.findall(text):
            if kind == "sh":
                commands.append(content)
            elif kind == "text" and commands:
                expected[len(commands) - 1] = content
        printed = self.run(f"\necho '{MARK}'\n".join(commands)).split(f"{MARK}\n")
        for place, lines in expected.items():
            patterns = [".*".join(map(re.escape, line.split("…"))) for line in lines.splitlines()]
            in_order = "".join(f"^{pattern}$(?s:.*?)" for pattern in patterns)
            assert re.search(in_order, printed[place], re.MULTILINE | re.IGNORECASE), printed[place]

    def log(self) -> str:
        return "\n".join(file.read_text() for file in sorted((self.scratch / "log").iterdir()))


@contextmanager
def scratch_machine(postgres: str = "") -> Iterator[Machine]:
    """Make a machine, and remove it and its services afterwards. `postgres`: the folder of a server's socket."""
    # Not one of pytest's folders, because only their owner may read them.
    scratch = Path(tempfile.mkdtemp(prefix="khata-machine-"))
    scratch.chmod(0o755)
    is_root = os.geteuid() == 0
    user = "nobody" if is_root else pwd.getpwuid(os.geteuid()).pw_name
    group = "nogroup" if is_root else grp.getgrgid(os.getegid()).gr_name
    # This user may read everything, since the test's Python may lie in root's folders, and write only its own files.
    may_read = "-all,+dac_read_search"
    as_khata = (
        f"setpriv --reuid={user} --regid={group} --clear-groups --no-new-privs "
        f"--bounding-set={may_read} --inh-caps={may_read} --ambient-caps={may_read} --"
        if is_root
        else "env"
    )
    values = {
        "scratch": str(scratch),
        "venv": sys.prefix,
        "user": user,
        "group": group,
        "as_khata": as_khata,
        "port": str(free_port()),
        "http_port": str(free_port()),
        "https_port": str(free_port()),
    }
    path = f"{STAND_INS}:{scratch}/usr/local/bin:{os.environ['PATH']}:/usr/sbin:/usr/bin"
    home = {"PATH": path, "HOME": str(scratch), "SCRATCH": str(scratch), "AS_KHATA": as_khata}
    machine = Machine(scratch, values, clean_environment(**home, PGHOST=postgres))
    for folder in ("opt", "var/lib", "var/backups", "var/www/html", "usr/local/bin", "media/usb", "run", "log", "tmp"):
        (scratch / folder).mkdir(parents=True)
    for folder in ("systemd/system", "caddy", "nginx/sites-available", "nginx/sites-enabled"):
        (scratch / "etc" / folder).mkdir(parents=True)
    for folder in ("media/usb", "tmp"):
        (scratch / folder).chmod(0o777)
    (scratch / "etc/nginx/nginx.conf").write_text(NGINX.format(scratch=scratch, user="user root;" if is_root else ""))
    (scratch / ".curlrc").write_text("insecure\n")  # the certificates are of the test's own making
    (scratch / ".gitconfig").write_text("[user]\nname = Test\nemail = test@example.org\n[safe]\ndirectory = *\n")
    (scratch / "typed").write_text("a long enough phrase\n" * 2)
    (scratch / "opt").chmod(0o755)
    try:
        publish(machine)
        yield machine
    finally:
        for pid in (scratch / "run").glob("*.pid"):
            subprocess.run([STAND_INS / "systemctl", "stop", pid.stem], env=machine.environment, cwd=scratch)
        shutil.rmtree(scratch)


def publish(machine: Machine) -> None:
    """A repository to clone from, with the files as they are now. deploy/ names the folders of the scratch machine."""
    source = machine.scratch / "khata.git"
    shutil.copytree(ROOT, source, ignore=LEFT_BEHIND)
    for file in (source / "deploy").rglob("*"):
        if file.is_file():
            file.write_text(machine.substitute(file.read_text()))
    git = "git init --quiet --initial-branch=main && git add --all && git commit --quiet --message 'This version'"
    machine.run(f"cd {shlex.quote(str(source))} && {git} && git tag v9.0.0")
