"""The order of the files of a run."""

from __future__ import annotations

from tests.support.file_order import spread


def test_files_that_take_long_stand_between_short_ones() -> None:
    """Each stays whole and in its own order; the last ones are short."""
    sizes = {f"tests/store/test_{n}.py": n for n in (1, 2, 8, 4)}
    sizes |= {"tests/end_to_end/test_a.py": 1, "tests/conformance/test_b.py": 2, "tests/kernel/test_laws.py": 1}
    names = [f"{file}::test_{n}" for file, size in sizes.items() for n in range(size)]
    ordered = spread(names, names)
    files = list(dict.fromkeys(name.partition("::")[0] for name in ordered))
    assert [name for file in files for name in names if name.startswith(file + "::")] == ordered
    assert [file.removeprefix("tests/").removesuffix(".py") for file in files] == [
        *("store/test_8", "end_to_end/test_a", "kernel/test_laws", "store/test_4"),
        *("conformance/test_b", "store/test_2", "store/test_1"),
    ]
