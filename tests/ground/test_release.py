"""The script behind `make release`: its notes, and what it refuses."""

import subprocess

import pytest

from ledger import __version__
from scripts import freeze, release
from scripts.data_folder import ROOT

CHANGELOG = """# Changelog

## Unreleased

- Later.

## 1.2.0 - 2027-01-01

- New.

### Fixed

- Old.

## 1.1.0 - 2026-12-01

- Earlier.
"""


def test_the_notes_are_the_section_of_the_version():
    assert release.release_notes(CHANGELOG, "1.2.0") == "- New.\n\n### Fixed\n\n- Old.\n"
    assert release.release_notes(CHANGELOG, "1.1.0") == "- Earlier.\n"


@pytest.mark.parametrize("version", ["1.2", "2.0.0", "1.2.00"])
def test_a_version_without_a_section_is_refused(version):
    with pytest.raises(SystemExit, match="no section for"):
        release.release_notes(CHANGELOG, version)


def test_this_version_is_in_the_changelog():
    assert release.release_notes((ROOT / "CHANGELOG.md").read_text(), __version__)


def test_its_own_arguments_do_not_reach_the_commands_that_it_runs(monkeypatch):
    """make hands `ARGS="--since v1.0.0"` on to every make below it, and `make test` would give it to pytest."""
    monkeypatch.setenv("ARGS", "--since v1.0.0")
    monkeypatch.setenv("MAKEFLAGS", " -- ARGS=--since")
    assert not {"ARGS", "MAKEFLAGS"} & release.clean_environment(*release.OF_MAKE).keys()


def test_the_files_of_a_release_with_a_tag_are_not_written_again(monkeypatch):
    monkeypatch.setattr(freeze, "is_released", lambda _version: True)
    monkeypatch.setattr(subprocess, "run", lambda *_command, **_options: pytest.fail("nothing is written"))
    with pytest.raises(SystemExit, match="its files stay as they are"):
        freeze.main()


def test_the_workflow_only_calls_the_script_of_ci():
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    assert text.count("run:") == 2
    assert "run: .ci/run" in text
    assert "image: debian:12" in text
