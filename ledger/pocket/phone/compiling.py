"""Compiling the bundle in the phone: once, when the phone is prepared, so that every later start is quick."""

import py_compile
import zipfile
from collections.abc import Callable
from pathlib import Path

OURS = "/khata"


def compile_folder(folder: str, show: Callable[[float], object]) -> None:
    """Replace each source by its bytecode, and put the whole folder into a zip beside it.

    Docstrings and assertions are left out, except in Khata's own code, whose services rely on assertions.
    `show` is called with the finished share of the work, from 0 to 1.
    """
    sources = sorted(Path(folder).rglob("*.py"))
    for done, source in enumerate(sources):
        py_compile.compile(
            str(source),
            cfile=f"{source}c",
            doraise=True,
            optimize=0 if folder == OURS else 2,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
        source.unlink()
        if done % 20 == 0:
            show(done / len(sources))
    with zipfile.ZipFile(f"{folder}.zip", "w") as archive:
        for file in sorted(Path(folder).rglob("*")):
            if file.is_file():
                archive.writestr(zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes())
