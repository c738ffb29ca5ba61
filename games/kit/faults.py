"""What is wrong with a record or with rules: always all of it, each fault with its place, a code and a sentence."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.kit.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Problem:
    """`field` is a dotted path into what was sent (`tricks.3.1`), or empty when the whole is meant."""

    field: str
    code: str
    message: Sentence


class Unfit(ValueError):
    """Raised inside a model's validator: text that cannot become a record. Paths are relative to the field."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(str(problem.message) for problem in self.problems))

    @classmethod
    def because(cls, code: str, message: Sentence, field: str = "") -> "Unfit":
        return cls([Problem(field, code, message)])
