"""Problems of records and rules: all at once, each with a field, a code and a sentence."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.kit.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class Problem:
    """`field` is a dotted path into the data (`tricks.3.1`), or empty if the problem is with no single field."""

    field: str
    code: str
    message: Sentence


def wrong_length(field: str, needed: int) -> Problem:
    return Problem(field, "wrong_length", say("There must be {count} numbers.", count=needed))


class Unreadable(ValueError):
    """Raised by validators, and by functions that change a record, for data that no record can have.

    The fields of the problems are relative to the value that was read.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(str(problem.message) for problem in self.problems))

    @classmethod
    def because(cls, code: str, message: Sentence, field: str = "") -> "Unreadable":
        return cls([Problem(field, code, message)])
