"""Why something is not written into the books: each fault has a field, a code and a sentence in the reader's language.

The shape is that of the rulebook's problems; but money knows no game, and so nothing of the rulebook.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """`field` is empty when the whole is meant."""

    field: str
    code: str
    message: str


class RefusedError(Exception):
    """What was asked for is understood but cannot be: all problems at once."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("; ".join(problem.message for problem in problems))


class OutOfDateError(Exception):
    """The book has moved on since the writer looked. `version` is what it is at now."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"the book is at version {version}")
