"""A circle's file is checked and imported by a process of its own, one file at a time.

The largest file takes a minute and 920 MB of memory. Only the request that sent the file waits for it.
`python -m ledger.transfer.file_process` reads one job and writes one answer, both as JSON, and ends.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from ledger.lib.process_memory import limit_memory

if TYPE_CHECKING:
    from ledger.transfer.import_circle import CheckedFile

MOST_SECONDS = 120  # of the processor, for one file
ENDS_WITHIN = 300  # seconds by the clock: on a busy machine the process may wait for the processor
MOST_MEMORY = 1200 * 2**20  # bytes; the largest file that can be sent needs 920 MB
file_lock = Lock()  # held while a file is worked on: each process of the server works on one file at a time


@dataclass(frozen=True)
class FileJob:
    path: str
    language: str
    progress: str = ""  # the key under which is cached how much of the work is done
    imports: bool = False  # False: the file is only checked
    unsigned: bool = False  # import the file even if no known site has signed it
    owner: int | None = None  # the user who is to own the circle; None: a new guest


@dataclass(frozen=True)
class FileAnswer:
    """The contents of the file, and the circle if it was imported; or `problems`, if the file cannot be imported."""

    problems: list[str] = field(default_factory=list)
    already_here: str = ""  # the id of the circle, if it exists already
    name: str = ""
    created_at: str = ""
    player_names: list[str] = field(default_factory=list)
    series_count: int = 0
    hand_count: int = 0
    entry_count: int = 0
    has_unlikely_dates: bool = False
    is_trusted: bool = False  # this site or a trusted site has signed the file
    signed: str = ""  # who has signed the file, in words
    circle: str = ""  # the id of the imported circle
    owner: int | None = None


class Busy(Exception):
    """Another file is being read."""


class TooMuch(Exception):
    """The file needs more time or memory than there is."""


def ask(job: FileJob) -> FileAnswer:
    """Start a process for the job, and return its answer. Raise Busy or TooMuch."""
    if not file_lock.acquire(blocking=False):
        raise Busy
    try:
        command = [sys.executable, "-m", "ledger.transfer.file_process"]
        pipe = subprocess.PIPE
        base = Path(__file__).resolve().parents[2]
        with subprocess.Popen(command, cwd=base, stdin=pipe, stdout=pipe) as process:
            try:
                answer, _errors = process.communicate(json.dumps(asdict(job)).encode(), timeout=ENDS_WITHIN)
            except subprocess.TimeoutExpired:
                process.kill()
                raise TooMuch from None
    finally:
        file_lock.release()
    if process.returncode:
        raise TooMuch
    return FileAnswer(**json.loads(answer))


# --- In the process --------------------------------------------------------------------------------------------------


def main() -> None:
    """Limit time and memory before the file is read, then work on the job."""
    memory = min(MOST_MEMORY, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)
    limit_memory(memory)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 1))
    os.nice(5)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # text that a library prints goes to the log

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    django.setup()
    try:
        answer = work(FileJob(**json.load(sys.stdin)))
    except MemoryError:
        sys.exit(1)
    answers.write(json.dumps(asdict(answer)))
    answers.flush()


def work(job: FileJob) -> FileAnswer:
    """Check the file, and import its circle if the job says so."""
    from django.core.exceptions import ValidationError
    from django.utils import translation
    from django.utils.translation import gettext as _

    from ledger.circles.models import User
    from ledger.circles.services.circles import require_room_for_circle
    from ledger.circles.services.guests import make_guest
    from ledger.transfer.file_format import AlreadyHere, UnreadableFile
    from ledger.transfer.import_circle import MOST_WORK, check_file, import_circle
    from ledger.transfer.progress import ProgressReport

    with translation.override(job.language):
        try:
            report: Callable[[float], object] = ProgressReport(job.progress)
            contents = check_file(Path(job.path).read_bytes(), most_work=MOST_WORK, report=report)
            description = describe_contents(contents)
            if not job.imports or not (contents.seal.is_trusted or job.unsigned):
                return FileAnswer(**description)
            owner = User.objects.get(pk=job.owner) if job.owner else make_guest(name=_("Scorekeeper"))
            require_room_for_circle(owner)
            circle = import_circle(contents, owner)
            return FileAnswer(**description, circle=circle.pk, owner=owner.pk)
        except AlreadyHere as error:
            return FileAnswer(problems=error.sentences, already_here=error.circle_id)
        except UnreadableFile as error:
            return FileAnswer(problems=error.sentences)
        except ValidationError as error:
            return FileAnswer(problems=error.messages)


def describe_contents(contents: "CheckedFile") -> dict[str, Any]:
    """Return the fields of a FileAnswer that describe the contents of the file."""
    from ledger.transfer.wording import seal_in_words

    file = contents.file
    return {
        "name": file.circle.name,
        "created_at": file.circle.created_at.isoformat(),
        "player_names": contents.player_names,
        "series_count": len(contents.series),
        "hand_count": contents.hand_count,
        "entry_count": len(file.entries),
        "has_unlikely_dates": file.has_unlikely_dates,
        "is_trusted": contents.seal.is_trusted,
        "signed": seal_in_words(contents.seal),
    }


if __name__ == "__main__":
    main()
