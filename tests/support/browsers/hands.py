"""People at a page of the table, who see what it shows and use it by mouse, by touch or by keyboard."""

from __future__ import annotations

import random
from collections.abc import Collection
from pathlib import Path
from typing import Any, Literal

from tests.support.browsers.browser import Tab

Hand = Literal["mouse", "touch", "keys"]

READ = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
"""Functions that read a page."""
ENDS = ("end-turn", "end_turn", "end-activation", "wait", "pass", "activate")
"""What the keys of offers begin with that end what one figure does."""
DECIDED = ("decided", "is over")
SLOW = ("crawl", "jump", "climb", "swim", "stealth")
ASKED = ".asked:not(.for-others) .offers button"
"""Answers to what oneself is asked: a game master may answer for others too, and leaves it to them."""
PICKS = "#overlay [data-part=reach], #overlay [data-part=next]"
UNPICKED = """[...document.querySelectorAll('form.draft fieldset')]
  .find((one) => one.querySelector('[type=radio], [type=checkbox]') && !one.querySelector(':checked'))
  ?.querySelector('input')"""
"""The first of a list of which nothing is picked."""
NEVER = ("end", "call-off", "concede", "surrender", "leave", "gm", "pause", "retreat", "flee", "lie-down")
"""What the keys of offers begin with that a player who fights on leaves alone."""


class Person:
    """Somebody at a page.

    hand: what it is used with. done: what was done, newest last. not_mine: names of those whom somebody else plays.
    """

    def __init__(self, page: Tab, name: str, hand: Hand, rng: random.Random, not_mine: Collection[str] = ()) -> None:
        self.page, self.name, self.hand, self._rng, self._not_mine = page, name, hand, rng, not_mine
        self.done: list[str] = []
        self._tried: dict[str, int] = {}
        self._rolled = ""

    # -- hands
    def press(self, element: str) -> None:
        """Press an element, an expression of the page, where it is, if it is still there.

        AssertionError where something else lies over it.
        """
        if self.hand == "keys":
            if self._focus(element):
                self.page.key("Enter")
            return
        self._hit(self._middle(element))

    def _hit(self, spot: tuple[float, float] | None) -> None:
        if spot:
            (self.page.touch if self.hand == "touch" else self.page.mouse)(*spot)

    def _middle(self, element: str) -> tuple[float, float] | None:
        """The middle of an element in the window, scrolled into view; None if there is none."""
        # What has just come to where something else stood takes no press for a moment.
        self.page.until(f"!{element}?.closest('[data-fresh]')")
        place = self.page.js(f"""(() => {{
            const element = {element};
            if (!element) return null;
            element.scrollIntoView({{ block: 'center', inline: 'center' }});
            const box = element.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
            const over = document.elementFromPoint(x, y), hit = element.contains(over) || over?.closest('skald-board');
            return {{ x, y, over: hit ? '' : over?.outerHTML.slice(0, 200) ?? 'nothing' }};
        }})()""")
        if place is None:
            return None
        assert not place["over"], f"{element} lies under {place['over']}"
        return place["x"], place["y"]

    def _focus(self, element: str) -> bool:
        """Go there by Tab alone, from where the focus is; whether it is still there."""
        for _ in range(250):
            # What can no longer be done, since somebody else did something, takes no focus.
            there = self.page.js(f"{element} && !{element}.disabled ? document.activeElement === {element} : null")
            if there is not False:
                return bool(there)
            self.page.key("Tab")
        raise AssertionError(f"no Tab leads to {element}")

    # -- what a person does
    def see(self) -> dict[str, Any]:
        """What the page shows."""
        found: dict[str, Any] = self._read("seen()")
        return found

    def _read(self, call: str) -> Any:
        return self.page.js(f"(() => {{ {READ}; return {call}; }})()")

    def step(self) -> str:
        """Do what is to be done, if anything: roll, send, pick, answer or choose. "": there is nothing."""
        seen = self.see()
        what = ""
        if seen["really"]:  # harm to his own side, which he means
            self.press("document.querySelector('dialog[open] .primary')")
            what = "means it"
        elif seen["pad"]:
            what = self._roll(seen["pad"])
        elif seen["draft"]:
            what = self._draft(seen)
        elif seen["asked"]:
            what = self._answer(seen)
        elif seen["offers"] and seen["whose"] not in self._not_mine:
            what = self._order(seen["offers"], decided=any(words in seen["state"] for words in DECIDED))
        if what:
            self.done.append(what)
        return what

    def gone_back(self) -> None:
        """The fight has gone back: dice that were typed are asked for again, by the same decision."""
        self._rolled = ""

    def _roll(self, pad: dict[str, Any]) -> str:
        if pad["decision"] == self._rolled:  # it is on its way
            return ""
        self._rolled = pad["decision"]
        faces = [self._rng.randint(1, pad["sides"]) for _ in range(pad["dice"])]
        if self.hand == "keys":
            if not self.page.js("document.activeElement.matches('.dice-pad')"):
                self._focus("document.querySelector('.dice-pad .die')")
            for face in faces:
                for digit in str(face):
                    self.page.key(digit)
                if face * 10 <= pad["sides"]:
                    self.page.key(" ")
            self.page.key("Enter")
        elif pad["field"]:
            for face in faces:
                self.press("document.querySelector('.dice-pad .face')")
                self.page.call("Input.insertText", text=str(face))
                self.press("document.querySelector('.dice-pad .face + button')")
            self.press("document.querySelector('.dice-pad .primary')")
        else:
            for face in faces:
                self.press(f"document.querySelectorAll('.dice-pad .faces button')[{face - 1}]")
            self.press("document.querySelector('.dice-pad .primary')")
        return f"rolls {faces}"

    def _draft(self, seen: dict[str, Any]) -> str:
        draft = seen["draft"]
        if draft["busy"]:
            return ""
        tried = self._tried[draft["title"]] = self._tried.get(draft["title"], 0) + 1
        if tried > 30:
            self._tried.clear()
            self.press("document.querySelector('form.draft .buttons button:last-child')")
            return f"drops {draft['title']}: {draft['refused']}"
        if draft["ready"] and (tried > 1 or not draft["aims"]):
            self._tried.clear()
            self.press("document.querySelector('form.draft .primary')")
            return f"sends {draft['title']}"
        if draft["unpicked"]:
            self._pick_whom()
            return f"picks for {draft['title']}"
        if draft["refused"] and draft["aims"]:
            if self.hand == "keys":
                self.page.key("Backspace")
            else:
                self.press("document.querySelectorAll('form.draft .field button')[1]")
            return f"takes a pick back: {draft['refused']}"
        if seen["picks"]:
            self._pick(seen["picks"])
            return f"picks for {draft['title']}"
        if seen["plane"] and draft["aims"] and self._go_nearer():
            return f"goes nearer for {draft['title']}"
        return ""

    def _go_nearer(self) -> bool:
        """On an open table every place may be picked: a part of the way to the nearest foe; whether there is one."""
        way = self._read("towards()")
        if way is None:
            return False
        (x, y, to_x, to_y), part = way, self._rng.uniform(0.1, 0.7)
        spot = (x + part * (to_x - x), y + part * (to_y - y))
        if self.hand == "keys":
            self._go_to(*spot)
        else:
            self._hit(spot)
        return True

    def _go_to(self, x: float, y: float) -> None:
        """Bring the cursor of an open table to a spot of the window, by inches and by tenths (Shift), and pick it."""
        if not self.page.js("document.activeElement.matches('skald-board')"):
            self.page.key("m")
        self.page.key("ArrowLeft")  # where it has not been moved it does not show
        right, down = self._read(f"steps({x}, {y})")
        for steps, forth, back in ((right, "ArrowRight", "ArrowLeft"), (down, "ArrowDown", "ArrowUp")):
            inches, tenths = divmod(abs(steps), 10)
            for modifiers in [0] * inches + [8] * tenths:
                self.page.key(forth if steps > 0 else back, modifiers)
        self.page.key("Enter")

    def _pick(self, picks: int) -> None:
        if self.hand == "keys":
            if not self.page.js("document.activeElement.matches('skald-board')"):
                self.page.key("m")
            for _ in range(self._rng.randint(1, 3)):
                self.page.key(self._rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
            self.page.key("Enter")
            return
        number = self._read("nearest()") if self._rng.random() < 0.8 else self._rng.randrange(picks)
        self._hit(self._middle(f"document.querySelectorAll('{PICKS}')[{number}]"))

    def _pick_whom(self) -> None:
        """Pick the first of a list: the page proposes nobody."""
        if self.hand == "keys":
            if self._focus(UNPICKED):
                self.page.key(" ")
        else:
            self._hit(self._middle(f"{UNPICKED}?.closest('label')"))

    def _answer(self, seen: dict[str, Any]) -> str:
        asked = seen["asked"]
        usual = [one for one in asked if one["text"] == seen["usual"]]
        one = usual[0] if usual and self._rng.random() < 0.5 else self._rng.choice(asked)
        self._choose(one, f"document.querySelectorAll('{ASKED}')[{asked.index(one)}]")
        return f"answers {one['text']}"

    def _order(self, offers: list[dict[str, Any]], *, decided: bool) -> str:
        """Who is up strikes if possible, else goes nearer, else ends the turn; a fight that is decided is ended."""
        mine = [one for one in offers if not one["key"].startswith(NEVER)]
        first = [one for one in offers if one["key"].startswith("begin") or (decided and one["key"] == "end")]
        strikes = [one for one in mine if "strike" in one["group"] or "cast" in one["group"]]
        moves = [one for one in mine if "move" in one["group"]]
        walks = [one for one in moves if not any(slow in one["key"] for slow in SLOW)]
        ends = [one for one in offers if one["key"].startswith(ENDS)]
        chance = self._rng.random()
        group = first or (strikes if chance < 0.9 else []) or (walks if chance < 0.7 else []) or ends or moves
        if not group:
            return ""
        one = self._rng.choice(group)
        self._choose(one, f"document.querySelectorAll('.offer-list button[data-offer]')[{offers.index(one)}]")
        return f"chooses {one['key']}: {one['text']}"

    def _choose(self, one: dict[str, Any], element: str) -> None:
        """By its key, if it has one and no field takes it."""
        free = "!document.activeElement.closest('input:not([type=radio]):not([type=checkbox]), select, .dice-pad')"
        if self.hand == "keys" and one["press"] and self.page.js(free):
            self.page.until(f"!document.querySelector('[data-fresh-key][data-key=\"{one['press']}\"]')")
            self.page.key(one["press"])
        else:
            self.press(element)
