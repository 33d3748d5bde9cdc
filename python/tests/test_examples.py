"""The examples in docstrings, and the recipes of docs/user/python.md."""

import doctest
import re
import types
from pathlib import Path

import numpy as np
import pytest

import rustgomo
import rustgomo.arrays
from rustgomo import _rustgomo

PAGE = Path(__file__).parents[2] / "docs/user/python.md"


def is_own(value: object) -> bool:
    home = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
    return home is None or home.startswith("rustgomo")


def docstrings() -> list[tuple[str, str]]:
    """The docstrings with examples, of modules, classes and what is in them."""
    found: dict[str, str] = {}

    def add(name: str, value: object) -> None:
        text = getattr(value, "__doc__", None)
        if isinstance(text, str) and ">>>" in text and is_own(value):
            found.setdefault(text, name)

    modules = [rustgomo, rustgomo.arrays, _rustgomo]
    for name in ("gymnasium", "pettingzoo"):
        if pytest.importorskip(name):
            modules.append(__import__(f"rustgomo.{name}_env", fromlist=["x"]))
    for module in modules:
        add(module.__name__, module)
        for name, value in vars(module).items():
            add(name, value)
            if isinstance(value, type):
                for inner_name, inner in vars(value).items():
                    add(f"{name}.{inner_name}", inner)
    return [(name, text) for text, name in found.items()]


@pytest.mark.parametrize(("name", "text"), docstrings(), ids=lambda value: value[:30])
def test_examples_of_docstrings_are_true(name: str, text: str, folder: Path) -> None:
    scope = {**vars(rustgomo), "folder": folder, "np": np}
    for module in ("arrays", "gymnasium_env"):
        scope.update(vars(getattr(__import__(f"rustgomo.{module}"), module)))
    example = doctest.DocTestParser().get_doctest(text, scope, name, None, None)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    runner.run(example, out=report.append)
    assert not runner.failures, "".join(report)


def recipes() -> list[tuple[str, str]]:
    sections = re.split(r"^## ", PAGE.read_text(), flags=re.M)[1:]
    found = []
    for section in sections:
        code = "".join(re.findall(r"^```python\n(.*?)^```", section, flags=re.M | re.S))
        if code:
            found.append((section.splitlines()[0], code))
    return found


@pytest.mark.parametrize(("title", "code"), recipes(), ids=lambda value: value[:40])
def test_recipes_run(title: str, code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "games").mkdir()
    games = [
        rustgomo.Game(moves="h8 i9 h9 h10 g8 f8 g9 f9 i7 j6 g7 g6", black="Ada", white="Bo", result="0-1"),
        rustgomo.Game(moves="h8 h9 i8 i9 j8 a1 k8 a2 l8", black="Bo", white="Cy"),
    ]
    rustgomo.write(folder / "games/club.sgf", games)
    answers = iter(["h8", "nonsense", "a1", "quit"])
    monkeypatch.setattr("builtins.input", lambda *_: next(answers))
    scope = types.ModuleType("recipe")
    exec(compile(code, title, "exec"), vars(scope))  # the recipes check themselves with assert


def test_the_page_has_its_recipes() -> None:
    assert len(recipes()) >= 10
