"""The six lengths at which the layout changes. docs/design-system.md says what each means."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SHEETS = sorted((ROOT / "static" / "css").rglob("*.css"))
CONDITION = re.compile(r"@(?:media|container)([^{]+)\{")
LENGTH = re.compile(r"[\d.]+(?:rem|em|px|vw|vh)")


def test_the_style_sheets_know_six_breakpoints():
    """In rem, so that they follow the size of the letters."""
    used = {
        (sheet.name, length)
        for sheet in SHEETS
        for condition in CONDITION.findall(sheet.read_text())
        for length in LENGTH.findall(condition)
    }
    described = re.findall(r"^\| `([\d.]+rem)` \|", (ROOT / "docs" / "design-system.md").read_text(), re.MULTILINE)
    assert len(described) == 6
    assert [each for each in sorted(used) if each[1] not in described] == []
    assert set(described) == {length for _sheet, length in used}
