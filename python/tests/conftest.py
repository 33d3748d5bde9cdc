import os
from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working folder too."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def brain() -> str:
    """The brain, whose file RUSTGOMO_BRAIN names."""
    path = os.environ.get("RUSTGOMO_BRAIN")
    if path is None:
        pytest.skip("RUSTGOMO_BRAIN does not name the brain")
    return path
