"""The documents are complete and correct: settings, packages, make targets, links and paths."""

import re

import pytest

from tests.ground.helpers import ROOT

DOCS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
SETTINGS = (ROOT / "ledger" / "config" / "settings.py").read_text()
FOLDERS = "(?:benchmarks|deploy|docs|games|ledger|requirements|scripts|static|templates|tests)"
WHY = (ROOT / "docs" / "decisions" / "0002-dependencies.md").read_text()


# Text that a shell takes literally: letters, digits and a few signs, or anything in single quotes.
PLAIN = re.compile(r"[\w@%+=:,./-]*|'[^']*'")


@pytest.mark.parametrize("file", [*DOCS, ROOT / "deploy" / "khata.env"], ids=lambda file: str(file.relative_to(ROOT)))
def test_settings_mean_the_same_for_systemd_and_for_a_shell(file):
    """The service reads /etc/khata.env, and so does khata-manage, with `sh`: there `&` would end the line."""
    text = file.read_text()
    blocks = [text] if file.suffix == ".env" else re.findall(r"^```ini\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if re.match(r"[A-Z_]+=", line)]
    assert [line for line in lines if not PLAIN.fullmatch(line.partition("=")[2])] == []
    assert re.findall(r"(?<!')\b(?:postgres|smtp)://[^\s`']*[?&][^\s`']*", text) == []


def test_every_setting_is_in_the_table_with_its_default():
    """Compare docs/operate/limits.md with the variables that the code reads from the environment."""
    page = (ROOT / "docs" / "operate" / "limits.md").read_text()
    table = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]+) \|", page, re.MULTILINE))
    files = [*ROOT.glob("ledger/**/*.py"), ROOT / "scripts" / "serve.py", ROOT / "scripts" / "data_folder.py"]
    of_the_server = re.compile(r"(?:environ(?:\.get\(|\[)|whole_number\()[\"'](LEDGER_\w+|BIND|PORT)[\"']")
    of_the_site = re.findall(rf'(?:env\.\w+|from_environment_or_file|{"|".join(READS)})\(\s*"([A-Z_]+)"', SETTINGS)
    read = {name for file in files for name in of_the_server.findall(file.read_text())} | set(of_the_site)
    assert sorted(table) == sorted(read)
    compared = 0
    numbers_and_texts = r'(?:env\.str|whole_number|rate|time_zone|log_level|one_of)\("([A-Z_]+)", ([^(),]+)'
    for name, source in re.findall(numbers_and_texts, SETTINGS):
        if name in ("DATABASE_URL", "LEDGER_THREADS"):
            continue  # the first lies in the data folder, the second depends on the cores
        default = eval(source)  # a number, a product of numbers or a text
        assert table[name] == ("*none*" if default == "" else f"`{default}`"), name
        compared += 1
    assert compared > 20


def test_every_fixed_number_is_in_its_file():
    page = (ROOT / "docs" / "operate" / "limits.md").read_text()
    rows = re.findall(r"^\|.+\| `([^`]+/[^`]+)` \| `([^`]+)` \|$", page, re.MULTILINE)
    assert len(rows) > 30
    for file, line in rows:
        pattern = re.escape(line.replace("\\|", "|")) + r"(?![\w.])"
        assert re.search(pattern, (ROOT / file).read_text()), f"{file} has no {line}"


READS = ("yes_or_no", "one_of", "whole_number", "rate", "time_zone", "keys_by_name", "mail_address", "log_level")


@pytest.mark.parametrize("name", ["base", "prod", "dev"])
def test_every_package_has_a_reason(name):
    lines = (ROOT / "requirements" / f"{name}.in").read_text().splitlines()
    packages = [re.split(r"[\[<>=~]", line)[0] for line in lines if line and line[0] not in "#-"]
    assert packages
    assert [package for package in packages if not re.search(rf"(?<![\w-]){package}(?![\w-])", WHY)] == []


@pytest.mark.parametrize("file", DOCS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_and_targets_exist(file):
    text = file.read_text()
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    assert [link for link in links if link and not (file.parent / link).exists()] == []
    targets = set(re.findall(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = re.findall(r"`make ([a-z][a-z-]*)|^make ([a-z-]+)", text, re.MULTILINE)
    assert {one or other for one, other in named} <= targets


@pytest.mark.parametrize("file", DOCS, ids=lambda file: str(file.relative_to(ROOT)))
def test_paths_exist(file):
    """A path with `<slug>` in it stands for several files, of which at least one must exist."""
    paths = re.findall(rf"(?<![\w/.(])(?:{FOLDERS}/[\w<>/.*-]*\.\w+|ledger/\w+)", file.read_text())
    assert [path for path in paths if not any(ROOT.glob(re.sub(r"<\w+>", "*", path)))] == []


def test_documents_named_in_code_exist():
    code = [file for folder in ("games", "ledger", "scripts", "tests") for file in ROOT.glob(f"{folder}/**/*.py")]
    code += [ROOT / "Dockerfile", ROOT / "Makefile", *ROOT.glob("requirements/*.in")]
    named = [(file, path) for file in code for path in re.findall(r"\bdocs/[\w/-]+\.md\b", file.read_text())]
    assert len(named) > 30
    assert [(file, path) for file, path in named if not (ROOT / path).exists()] == []


def test_every_package_is_described_in_the_architecture():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    rooms = {folder.parent.name for folder in (ROOT / "ledger").glob("*/__init__.py")}
    on_the_map = re.findall(r"^    (\w+)/  ", text[text.index("\nledger/") :], re.MULTILINE)
    assert sorted(on_the_map) == sorted(rooms)


def test_decision_numbers_are_unique():
    numbers = [file.name[:4] for file in (ROOT / "docs" / "decisions").glob("*.md")]
    assert all(number.isdecimal() for number in numbers)
    assert len(numbers) == len(set(numbers))


def test_the_licence_text_is_complete():
    licence = (ROOT / "LICENSE").read_text()
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in licence
    assert "END OF TERMS AND CONDITIONS" in licence
