"""Somebody who plays at a page by what it shows: strikes where he can, else goes nearer, else ends the turn."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.api.in_browser.whole_fights.album import Album
from tests.api.in_browser.whole_fights.hand import Hand, Spot, one

READ = Path(__file__).with_name("reading.js").read_text(encoding="utf-8")
FORETOLD = "!document.querySelector('form.draft') || document.querySelector('form.draft .foreseen')?.textContent"
APART = "(window.apart ??= performance.now()) && performance.now() - window.apart > 350"
"""Two clicks on a figure that come faster are a double click."""
SHOWS = """(['main', 'skald-board'].every((one) => Number(document.querySelector(one).dataset.version ?? 0) >= {})
  && !document.querySelector('form.draft[aria-busy=true]'))"""
GONE_ON = "Number(document.querySelector('main').dataset.version) > {}"
ASKED = "[...document.querySelectorAll('.asked:not(.for-others) .offers button')]"
NEAREST = 3
"""So many foes are pointed at before a player gives up."""


class Player:
    """One seat. counts: of each kind of act, how many touches each took."""

    def __init__(self, name: str, hand: Hand, album: Album) -> None:
        self.name, self.hand, self.page, self._album = name, hand, hand.page, album
        self.counts: defaultdict[str, list[int]] = defaultdict(list)
        self.done: list[str] = []
        self._tried: set[tuple[int, str]] = set()

    def see(self) -> dict[str, Any]:
        """What the page shows."""
        found: dict[str, Any] = self._read("seen()")
        return found

    def _read(self, call: str) -> Any:
        return self.page.js(f"(() => {{ {READ}; return {call}; }})()")

    def catch_up(self, version: int) -> None:
        """Wait until the page shows a version, on the board too."""
        self.page.until(SHOWS.format(version))

    def act(self) -> str:
        """One act, if it is up to him; "": it is not. The touches that it took are counted."""
        seen = self.see()
        if seen["over"]:
            return ""
        before = self.hand.touches
        kind = (
            self._answer(seen)
            if seen["asked"] or seen["pad"]
            else self._order(seen)
            if seen["tiles"] and seen["up"]
            else ""
        )
        if kind:
            self.counts[kind].append(self.hand.touches - before)
            self.page.until(GONE_ON.format(seen["version"]))
            self.done.append(f"{kind} {self.hand.touches - before}")
        return kind

    # -- being asked
    def _answer(self, seen: dict[str, Any]) -> str:
        self._album.take(self.page, f"{self.name}-asked-{''.join(c for c in seen['question'][-24:] if c.isalnum())}")
        if seen["pad"]:
            self.hand.press(one(".asked:not(.for-others) .for-me"))
            return "roll"
        these = [n for n, answer in enumerate(seen["asked"]) if answer["key"] == "these"]
        usual = [n for n, answer in enumerate(seen["asked"]) if answer["usual"]]
        stands = "stand?" in seen["question"]  # whoever stands in cover waits for others who do
        number = (these[-1:] or ([0] if stands else usual) or [0])[0]
        if len(these) > 2:  # each alone, all together, and some
            number = these[-2]
        self.hand.press(f"{ASKED}[{number}]")
        if self.page.js("Boolean(document.querySelector('form.draft'))"):
            self._finish()
        return "declaration" if these else "answer"

    def _finish(self) -> None:
        """What an answer leaves open: the first of each list."""
        self._album.take(self.page, f"{self.name}-answer-draft")
        for _ in range(6):
            if self.page.js("document.querySelector('form.draft .primary')?.disabled === false"):
                break
            self.hand.press(
                "[...document.querySelectorAll('form.draft fieldset')].find((one) => one.querySelector('input') "
                "&& !one.querySelector(':checked'))?.querySelector('label')"
            )
        self.hand.press(one("form.draft .primary"))

    # -- being up
    def _order(self, seen: dict[str, Any]) -> str:
        keys = [tile["key"] for tile in seen["tiles"]]
        if seen["wait"].startswith("It is decided"):
            return self._end(seen)
        for begins in ("begin", "activate"):
            for key in keys:
                if key.startswith(begins):
                    self.hand.press(one(f'.tile[data-offer="{key}"]'))
                    self.page.until(f"{one('form.draft')} || {GONE_ON.format(seen['version'])}")
                    if self.page.js(f"Boolean({one('form.draft')})"):
                        self._finish()
                    return begins
        if seen["up"]:
            self._album.take(self.page, f"{self.name}-up")
        return self._blow(seen) or self._move(seen) or self._end(seen)

    def _blow(self, seen: dict[str, Any]) -> str:
        if not any("harm" in tile["kind"] for tile in seen["tiles"]):
            return ""
        facing = self._read("facing()")
        for who, x, y in (facing or {"foes": []})["foes"][:NEAREST]:
            if (seen["version"], who) in self._tried:
                continue
            self._tried.add((seen["version"], who))
            began = self.hand.touches
            self.hand.hit((x, y))
            self.page.until(one(".pop"))
            self._album.take(self.page, f"{self.name}-menu")
            if self.page.js("Boolean(document.querySelector('.pop .opt.harm.sel'))"):
                self.page.until(APART)
                self.page.js("window.apart = undefined, 0")
                self.hand.hit((x, y))
                self.page.until(
                    f"document.querySelector('dialog[open], form.draft') || {GONE_ON.format(seen['version'])}"
                )
                if self.page.js("Boolean(document.querySelector('form.draft'))"):
                    self._finish()
                return "blow"
            self._album.take(self.page, f"{self.name}-menu-without-blow")
            self.page.key("Escape")
            self.hand.touches = began
            self.page.until(f"!{one('.pop')}")
        return ""

    def _move(self, seen: dict[str, Any]) -> str:
        if (seen["version"], "move") in self._tried:
            return ""
        self._tried.add((seen["version"], "move"))
        spot = self._goal(seen)
        if spot is None:
            return ""
        began = self.hand.touches
        self.hand.hit(spot)
        self.page.until(f"{one('form.draft')} || {one('.pop')} || {GONE_ON.format(seen['version'])}")
        if self.page.js("Boolean(document.querySelector('form.draft'))"):
            self.page.until(FORETOLD)
            self._album.take(self.page, f"{self.name}-way")
            if not self.page.js("document.querySelector('form.draft .primary')?.disabled === false"):
                self._album.take(self.page, f"{self.name}-way-refused")
                self.page.key("Escape")
                self.hand.touches = began
                return ""
            self.hand.hit(spot)
        return "move"

    def _goal(self, seen: dict[str, Any]) -> Spot | None:
        """Where to go: of what may be picked the nearest to a foe; on an open table a part of the way to him."""
        if not seen["plane"]:
            goals = self._read("goals()")
            return tuple(goals[0]) if goals else None
        facing = self._read("facing()")
        if not facing or not facing["foes"] or not facing["far"]:
            return None
        (x, y), (_, to_x, to_y) = facing["me"], facing["foes"][0]
        way = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        going = min(0.9 * facing["far"], way - 26)
        if going < 20:
            return None
        ux, uy = (to_x - x) / way, (to_y - y) / way
        for turn_x, turn_y in (
            (ux, uy),
            (0.8 * ux - 0.6 * uy, 0.8 * uy + 0.6 * ux),
            (0.8 * ux + 0.6 * uy, 0.8 * uy - 0.6 * ux),
        ):
            spot = (x + going * turn_x, y + going * turn_y)
            if self._read(f"free({spot[0]}, {spot[1]})"):
                return spot
        return None

    def _end(self, seen: dict[str, Any]) -> str:
        if self.page.js(f"Boolean({one('.tile.ends')})"):
            self.hand.press(one(".tile.ends"))
            self.page.until(f"{one('form.draft')} || {GONE_ON.format(seen['version'])}")
            if self.page.js(f"Boolean({one('form.draft')})"):
                self._finish()
            return "end"
        self._album.take(self.page, f"{self.name}-stuck")
        return ""
