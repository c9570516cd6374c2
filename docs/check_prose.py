"""Check the prose of the project: banned phrases, and prose lines over 120 characters.

It reads Markdown pages without their code, and the comments and strings (docstrings, help texts, messages) of Python
and C++ files. Each phrase of `BANNED` has what to write instead. `python docs/check_prose.py PATH...` checks other files
or folders than `CHECKED`.
"""

from __future__ import annotations

import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
CHECKED = [
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "docs/research", "docs/papers",
    *(str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs").glob("*.md"))), "docs/generate.py",
    "bindings", "core", "src", "tests", "examples",
]  # fmt: skip
"""Folders and files that must be free of banned phrases."""

LEFT_OUT = {"check_prose.py", "doctest.h", "test_options.py"}
"""This list of phrases, what others wrote, and a test of former names."""

SUFFIXES = {".md", ".py", ".cpp", ".h", ".hpp", ".inl", ".cu", ".cuh", ".toml"}
WIDTH = 120
COUNTED = "nodes|placements|decisions|boards|moves|steps|flips|states|M|G|million|billion"
UNITS = "solver|format|verb|event|instance|technique|model|output|piece|job|curve|engine|cell|line|board|row|file"

BANNED = {
    rf"\b({COUNTED}) an? (second|minute|hour|node|cell)\b": "per",
    rf"\bone \w+ an? ({UNITS})\b": "one ... per ...",
    r"\btime at work\b": "CPU time",
    r"\bgraphics processors?\b": "GPU",
    r"(?<!fsanitize=)(?<!IP )(?<!e-mail )\baddress(es)?\b(?! (and undefined|sanitizer|space))": "URL",
    r"\b(lay|lays|laid|laying|relaid)\b": "place",
    r"\bby chance\b": "at random",
    r"\banew\b": "again",
    r"\bat best\b": "optimally",
    r"\bdear(er|est)?\b": "expensive",
    r"\btold\b": "reported, or the right noun",
    r"\bbeside\b": "next to, compared with",
    r"\b(wish|wishes|lodgers?|crew|talkers?|hungry|deaf|flocks?|walkers?)\b": "the term of the literature",
    r"\b(dives?|diving)\b": "probe",
    r"\bjoins\b": "edges",
    r"\b(rim|borders?(?!-))\b": "frame",
    r"\b(exact completions?|completion nodes)\b": "endgame",
    r"\brooms?\b": "folder, package, space",
    r"\bstory\b": "what it is",
    r"\bput to the proof\b": "checked",
}
PATTERNS = [(re.compile(pattern, re.IGNORECASE), better) for pattern, better in BANNED.items()]


class Line(NamedTuple):
    """A line of prose without its code, and whether it holds nothing else, so that its length counts."""

    number: int
    text: str
    whole: bool = True


def prose(path: Path) -> Iterator[Line]:
    """The lines of prose of a file, code left out."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return markdown_prose(text)
    if path.suffix == ".py":
        return python_prose(text)
    return comment_prose(text, "#" if path.suffix == ".toml" else "//")


def markdown_prose(text: str) -> Iterator[Line]:
    """The lines outside code blocks, without inline code and the targets of links."""
    in_code = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith(("```", "~~~")):
            in_code = not in_code
        elif not in_code:
            yield Line(number, re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>", "", line))


def python_prose(text: str) -> Iterator[Line]:
    """Comments, and strings of more than one word, without code inside backquotes and names of options."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_text = token.type == tokenize.STRING and " " in token.string
        if token.type == tokenize.COMMENT or is_text:
            whole = token.line.lstrip().startswith(("#", '"""', 'r"""')) or "\n" in token.string
            for offset, line in enumerate(token.string.splitlines()):
                yield Line(token.start[0] + offset, re.sub(r"`[^`]*`|--[\w-]+", "", line), whole)


def comment_prose(text: str, mark: str) -> Iterator[Line]:
    """Comments to the end of a line."""
    for number, line in enumerate(text.splitlines(), start=1):
        code, found, comment = line.partition(mark)
        if found:
            yield Line(number, re.sub(r"`[^`]*`", "", comment), whole=not code.strip())


def faults(path: Path) -> Iterator[str]:
    """What is wrong with the prose of a file."""
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, text, whole in prose(path):
        for pattern, better in PATTERNS:
            if match := pattern.search(text):
                yield f"{name}:{number}: {match.group()!r}: write {better}"
        written = lines[number - 1]
        if whole and len(written) > WIDTH and path.suffix != ".toml" and not is_unbreakable(written):
            yield f"{name}:{number}: {len(written)} characters, at most {WIDTH}"


def is_unbreakable(line: str) -> bool:
    """Whether a line cannot be wrapped: a row of a table, or one long word such as a URL."""
    return line.lstrip().startswith("|") or max(map(len, line.split()), default=0) > WIDTH - 20


def files(names: list[str]) -> Iterator[Path]:
    """The files to check in those folders; generated text and this list of phrases are left out."""
    for name in names:
        path = Path(name) if Path(name).is_absolute() else ROOT / name
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (p for p in found if p.suffix in SUFFIXES and p.is_file() and p.name not in LEFT_OUT)


def main(names: list[str]) -> int:
    """Print every fault; 1 when there is one."""
    found = [fault for path in files(names or CHECKED) for fault in faults(path)]
    sys.stdout.write("".join(f"{fault}\n" for fault in found))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
