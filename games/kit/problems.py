"""What is wrong with a record or with rules: every problem at once, each with its place, a code and a sentence."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.kit.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Problem:
    """`field` is a dotted path into what was sent (`tricks.3.1`), or empty when the whole is meant."""

    field: str
    code: str
    message: Sentence


class Unreadable(ValueError):
    """Raised by validators, and by the functions that change a record, for what cannot be part of a record.

    The fields of its problems are relative to what was being read.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(str(problem.message) for problem in self.problems))

    @classmethod
    def because(cls, code: str, message: Sentence, field: str = "") -> "Unreadable":
        return cls([Problem(field, code, message)])
