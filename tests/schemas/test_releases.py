"""The gate: today's contract breaks no client of the last release, and a release is kept as it was."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from schemas.changes import breaks, changes
from schemas.files import drift, kept, write
from schemas.releases import ReleaseRefused, last_release, may_break, release
from tests.schemas.sdl import bare
from tests.support.contract.today import CONTRACT, TODAY


def broken(today: dict[str, str], directory: Path) -> list[str]:
    """What breaks clients of the last release in a folder."""
    last = last_release(directory)
    return breaks(changes(kept(last), today)) if last else []


def changed(old: str, new: str) -> dict[str, str]:
    """Today's contract with one thing changed in every file of GraphQL."""
    return {
        name: bare(text).replace(old, new, 1) if name.endswith(".graphql") else text for name, text in TODAY.items()
    }


@cache
def less() -> dict[str, str]:
    """Without a field."""
    return changed("  headHash: String!\n", "")


@cache
def more() -> dict[str, str]:
    """With one more."""
    return changed("  headHash: String!\n", "  headHash: String!\n  more: Int\n")


def test_todays_contract_breaks_no_client_of_the_last_release() -> None:
    """Mend it; or, where it has to be, raise the version and keep it by `skald schema --release`."""
    last = last_release()
    assert (breaks(changes(kept(last), TODAY)) if last else []) == []


def test_before_the_first_release_nothing_can_break(tmp_path: Path) -> None:
    assert last_release(tmp_path) is None
    assert last_release(tmp_path / "nowhere") is None
    (tmp_path / "notes").mkdir()
    assert last_release(tmp_path) is None


def test_a_release_holds_the_contract(tmp_path: Path) -> None:
    folder = release(TODAY, "0.1.0", tmp_path)
    assert kept(folder) == TODAY
    assert broken(TODAY, tmp_path) == []
    assert len(broken(less(), tmp_path)) == len([name for name in TODAY if name.endswith(".graphql")])
    assert broken(more(), tmp_path) == []


def test_the_highest_version_is_the_last_release(tmp_path: Path) -> None:
    """By its numbers: 0.10.0 comes after 0.9.0."""
    for version in ("0.9.0", "0.10.0"):
        release(TODAY, version, tmp_path)
    assert last_release(tmp_path) == tmp_path / "0.10.0"


def test_a_release_never_changes(tmp_path: Path) -> None:
    release(TODAY, "0.1.0", tmp_path)
    assert release(TODAY, "0.1.0", tmp_path) == tmp_path / "0.1.0"
    with pytest.raises(ReleaseRefused, match="released already"):
        release(more(), "0.1.0", tmp_path)
    assert kept(tmp_path / "0.1.0") == TODAY


def test_a_break_needs_a_version_that_may(tmp_path: Path) -> None:
    release(TODAY, "0.1.0", tmp_path)
    with pytest.raises(ReleaseRefused, match=r"breaks clients of 0\.1\.0.*headHash.*call it 0\.2\.0"):
        release(less(), "0.1.1", tmp_path)
    assert last_release(tmp_path) == tmp_path / "0.1.0"
    release(less(), "0.2.0", tmp_path)
    assert broken(less(), tmp_path) == []


def test_a_release_goes_forward(tmp_path: Path) -> None:
    release(TODAY, "1.2.0", tmp_path)
    with pytest.raises(ReleaseRefused, match="older"):
        release(TODAY, "1.1.0", tmp_path)
    with pytest.raises(ReleaseRefused, match=r"call it 2\.0\.0"):
        release(less(), "1.3.0", tmp_path)
    release(less(), "2.0.0", tmp_path)


@pytest.mark.parametrize("version", ["0.1", "0.1.0rc1", "../0.1.0", "", "one"])
def test_what_is_no_version_is_refused(tmp_path: Path, version: str) -> None:
    with pytest.raises(ReleaseRefused, match="no version"):
        release(TODAY, version, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("before", "after", "may"),
    [
        ((0, 1, 0), (0, 1, 1), False),
        ((0, 1, 5), (0, 2, 0), True),
        ((0, 9, 0), (1, 0, 0), True),
        ((1, 0, 0), (1, 1, 0), False),
        ((1, 9, 0), (2, 0, 0), True),
    ],
)
def test_which_versions_may_break(before: tuple[int, int, int], after: tuple[int, int, int], may: bool) -> None:
    assert may_break(before, after) is may


def test_files_are_written_compared_and_swept(tmp_path: Path) -> None:
    """A system that is gone leaves no file; what is not ours stays."""
    folder = tmp_path / "schemas"
    (tmp_path / "schemas").mkdir()
    (folder / "gone.graphql").write_text("type Query { a: Int }")
    (folder / "README.md").write_text("ours")
    made = CONTRACT
    assert drift(made, folder) == sorted({*made, "gone.graphql"})
    write(made, folder)
    assert drift(made, folder) == []
    assert (folder / "README.md").exists()
    (folder / "openapi.json").write_text("{}")
    assert drift(made, folder) == ["openapi.json"]
