"""`skald report`: a page that opens from a disk, in every language, with its figures beside it."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from api.cli import main
from api.words.reports import LANGUAGES, texts
from tests.recordings.make import path_of


def test_a_report_has_words_tables_and_a_curve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It asks nobody for anything; the picture says what it shows; the figures are those of the page."""
    page = tmp_path / "report.html"
    given = [str(path_of("mercenaries_won")), "-o", str(page), "--jobs", "1", "--locale", "pl"]
    assert main(["report", *given, "--runs", "2"]) == 0
    html, figures = page.read_text("utf-8"), json.loads(page.with_suffix(".json").read_text("utf-8"))
    assert '<html lang="pl">' in html
    assert "<script" not in html
    assert not re.search(r"(src|href)=", html)
    assert re.search(r'<svg [^>]*role="img" aria-label="Szanse na zwycięstwo\. [^"]*od \d+ % do (0|100) %', html)
    curve = figures["curve"]
    for side in curve["sides"]:
        turned = sum(step["dice"][side] + step["choice"][side] for step in curve["steps"])
        assert turned == pytest.approx(curve["points"][-1]["chances"][side] - curve["points"][0]["chances"][side])
    assert figures["luck"].keys() <= set(curve["sides"])
    assert all(0 < value < 1 for value in figures["luck"].values())
    assert ("Ile szczęścia" in html) == bool(figures["luck"])
    rolls = list(csv.DictReader(page.with_suffix(".csv").read_text("utf-8").splitlines()))
    assert [int(one["version"]) for one in rolls] == [one["version"] for one in figures["analysis"]["rolls"]]
    assert main(["report", given[0], "-o", str(tmp_path / "report.txt")]) == 2
    assert "FILE.html" in capsys.readouterr().err


def test_every_language_has_all_words() -> None:
    """With the same figures in them."""
    figures = {
        language: {key: set(re.findall(r"{\w+}", text)) for key, text in texts(language).items()}
        for language in LANGUAGES
    }
    assert all(one == figures["en"] for one in figures.values())
