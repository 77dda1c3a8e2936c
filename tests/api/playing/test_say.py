"""Chats: a fight that is played with words alone, and what is answered to words that nothing fits."""

from __future__ import annotations

import json
import random
import re
from importlib.resources import files
from typing import Any

import httpx
import pytest

from api.reading.chat_picks import LONGEST_LINE
from api.words.talk import LANGUAGES, fold, keyword, one_line, unnumbered, words_of
from engine.kernel.words.sentences import figures_in
from tests.api.fights import Bridge, bridge
from tests.api.table import ADMIN, Table
from tests.support.contract.tags import version_in

CHOICE = re.compile(r"^(\d+\.\d+) (.*)$")


class Chatter:
    """A bot that has a chat, and no idea of JSON."""

    def __init__(self, table: Table, fight: str, token: str | None, locale: str = "en") -> None:
        self.http, self.path = table.http, f"/v1/encounters/{fight}/say"
        self.headers = {"accept-language": locale, **Table.headers(token)}

    def asks(self, **headers: str) -> httpx.Response:
        """What may be said."""
        return self.http.get(self.path, headers={**self.headers, **headers})

    def says(self, line: str, status: int = 200, /, **headers: str) -> str:
        """The answer to a line."""
        content = {"content-type": "text/plain; charset=utf-8", **self.headers, **headers}
        answer = self.http.post(self.path, content=line.encode(), headers=content)
        assert answer.status_code == status, (line, answer.status_code, answer.text)
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.text.endswith("\n")
        return answer.text

    def choices(self) -> dict[str, str]:
        """What may be chosen, by number."""
        return {found[1]: found[2] for line in self.asks().text.splitlines() if (found := CHOICE.match(line))}


def yard(table: Table, **more: Any) -> Bridge:
    """A fight of another game, on squares."""
    sides = (("vesa", "heroes", "ana", 0), ("noita", "foes", "gm", 6))
    made = table.post(
        "/v1/encounters",
        ADMIN,
        {
            "system": "dozen_die",
            "name": "The yard",
            "seats": [{"id": "gm", "name": "Gil", "role": "GM"}, {"id": "ana", "name": "Ana"}],
            "ground": {"space": {"kind": "GRID"}, "rows": [".......", "..##~..", "...+~..", "......."]},
            "combatants": [
                {"id": who, "name": who.title(), "side": side, "seat": seat, "place": {"cell": {"x": x, "y": 1}},
                 "sheet": {"dozenDie": {"ref": "veteran"}}}
                for who, side, seat, x in sides
            ],
            "dice": "PHYSICAL",
            "singleAnswers": {"pace": 0},
            **more,
        },
    )  # fmt: skip
    assert made.status_code == 201, made.text
    return Bridge(table, made.json())


def spoken_pick(rest: str, rng: random.Random) -> str:
    """One of the picks that a line of the list names for what is open there, as a person would type it."""
    parts = rest.partition("[")[2].rstrip("]").split("; ")
    rng.shuffle(parts)
    for part in parts:
        label, _, options = part.partition(": ")
        if spots := re.findall(r"(?<!\d)-?[\d.]+,-?[\d.]+", options):
            return str(rng.choice(spots))
        if found := re.fullmatch(r"(\d+) to (\d+)", options):
            return f"{label.replace(' ', '-')}={rng.randint(int(found[1]), int(found[2]))}"
        if options and "=" not in options and "..." not in options:
            return f'{label.replace(" ", "-")}="{rng.choice(options.split(", "))}"'
    return ""


def whose_turn(chats: dict[str, Chatter]) -> tuple[Chatter, str, dict[str, str]]:
    """Who has something to say, what he is told, and his choices by number."""
    chat, text = chats["ana"], ""
    for chat in chats.values():
        text = chat.asks().text.partition("Or take back:")[0]
        numbers = {found[1]: found[2] for line in text.splitlines() if (found := CHOICE.match(line))}
        if numbers or "asked for dice" in text or "has ended" in text:
            return chat, text, numbers
    raise AssertionError(f"nobody may do anything: {text}")


def one_line_of_chance(chats: dict[str, Chatter], rng: random.Random) -> str:
    """What somebody says next; "" where the fight has ended, `pick` where picks were taken."""
    chat, text, numbers = whose_turn(chats)
    if "has ended" in text:
        return ""
    if rolled := re.search(r"asked for dice: .*?(\d+)d(\d+)", text):
        faces = [str(rng.randint(1, int(rolled[2]))) for _ in range(int(rolled[1]))]
        chat.says(f"dice {' '.join(faces)}")
        return "dice"
    usual = [number for number, label in numbers.items() if not WHIMS.search(label)]
    blows = [number for number in usual if "attacks" in numbers[number]]
    number = rng.choice(blows if blows and rng.random() < 0.5 else usual or list(numbers))
    pick = spoken_pick(numbers[number], rng) if rng.random() < 0.6 else ""
    if pick:
        content = {**chat.headers, "content-type": "text/plain"}
        answer = chat.http.post(chat.path, content=f"{number} {pick}", headers=content)
        if answer.status_code == 200:
            return "pick"
        assert answer.status_code == 422, answer.text  # the rules forbid what goes with other picks only
    content = {**chat.headers, "content-type": "text/plain"}
    answer = chat.http.post(chat.path, content=number, headers=content)
    if answer.status_code == 200:
        return "number"
    assert "Say also for" in answer.text, answer.text
    return "asked"


WHIMS = re.compile(
    r"surrender|gives? up|leaves|off the board|call the battle|called off|play on"
    r"|trap|falls|check|something else|weather",
    re.I,
)
"""What chance would do all the time, and what ends a fight before it is fought."""


@pytest.mark.parametrize("game", ["fantasia", "dozen_die"])
def test_a_whole_fight_is_played_with_words_alone(table: Table, game: str) -> None:
    """By numbers, by picks behind them, with dice that are typed; to the end, which the game master confirms."""
    if game == "fantasia":
        weak = {"sheet": {"fantasia": {"ref": "soldier"}}, "vitals": {"hp": 8}}
        people = [
            {"id": "cloud", "name": "Cloud", "side": "heroes", "seat": "ana", **weak},
            {"id": "steiner", "name": "Steiner", "side": "foes", "seat": "gm", **weak},
        ]
        fight = bridge(table, begin=False, dice="PHYSICAL", seed="", combatants=people)
    else:
        fight = yard(table)
    rng = random.Random(19)
    chats = {seat: Chatter(table, fight.id, fight.tokens[seat]) for seat in ("ana", "gm")}
    said = []
    for _ in range(400):
        said.append(one_line_of_chance(chats, rng))
        if not said[-1]:
            break
    assert said[-1] == "", "the fight does not end"
    assert {"dice", "pick", "number"} <= set(said)
    assert len(said) > 15
    end = table.get(f"/v1/encounters/{fight.id}", fight.tokens["gm"]).json()
    assert (end["status"], bool(end["outcome"])) == ("ENDED", True)


def test_a_number_belongs_to_the_version_it_was_shown_at(fight: Bridge) -> None:
    """Alone it needs If-Match; a late one is refused with the list of now, and does nothing."""
    ana = Chatter(fight.table, fight.id, fight.tokens["ana"])
    shown = ana.asks()
    version = version_in(shown.headers["etag"])
    number = next(n for n, label in ana.choices().items() if "defensive" in label)
    short = number.partition(".")[2]
    assert number == f"{version}.{short}"
    assert f"Say {number}." in ana.says(short, 422)
    assert ana.asks(**{"if-none-match": shown.headers["etag"]}).status_code == 304
    done = ana.says(short, **{"if-match": shown.headers["etag"]})
    assert re.match(rf"{version + 4} Cloud goes on the defensive\. Cloud is now on the defensive\n\n", done)
    for late, headers in ((number, {}), (f"{short}@{version}", {}), (short, {"if-match": shown.headers["etag"]})):
        told = ana.says(late, 412, **headers)
        assert str(version) in told
    now = ana.choices()
    assert all(one.startswith(f"{version_in(ana.asks().headers['etag'])}.") for one in now)
    assert "there are" in ana.says(f"{next(iter(now)).partition('.')[0]}.999", 422)


def test_a_repeated_key_acts_once(fight: Bridge) -> None:
    """And gets the first answer again, to the letter, also when its number is late by then; another line is refused."""
    ana = Chatter(fight.table, fight.id, fight.tokens["ana"])
    number = next(n for n, label in ana.choices().items() if "defensive" in label)
    key = {"idempotency-key": "line-1"}
    first = ana.says(number, **key)
    before = ana.asks().headers["etag"]
    assert ana.says(f"  {number} ", **key) == first
    assert ana.asks().headers["etag"] == before
    assert "stands for another request" in ana.says("end turn", 422, **key)


def test_words_name_what_is_offered(fight: Bridge) -> None:
    """In the reader's language and in English; where they fit several things these are listed, and nothing is done."""
    ana = Chatter(fight.table, fight.id, fight.tokens["ana"])
    told = ana.says("attack steiner", 422)
    assert [line.partition(" ")[2] for line in told.splitlines()[1:]] == [
        "Cloud attacks Steiner with Sword +2",
        "Cloud attacks Steiner with Fists and feet",
    ]
    assert "does not fit" in ana.says(f"{next(iter(ana.choices()))} spaghetti", 422)
    assert 'Nothing that you may do now fits "attack vivi"' in ana.says("attack vivi", 422)
    spanish = Chatter(fight.table, fight.id, fight.tokens["ana"], "es")
    assert "Cloud se mueve 3 m a pie" in spanish.says("mover pie 3")
    assert "Ana: Cloud attacks Steiner with Sword +2" in ana.says("attack STEINER sword")


def test_a_place_is_where_somebody_goes(table: Table) -> None:
    """Coordinates pick a cell: alone, behind a word, and behind a number; one out of reach fits nothing."""
    fight = yard(table, dice="SEEDED")
    gm = Chatter(table, fight.id, fight.tokens["gm"])
    gm.says("begin")
    for _ in range(40):
        chat, _, numbers = whose_turn({seat: Chatter(table, fight.id, fight.tokens[seat]) for seat in fight.tokens})
        moves = [(n, found[1]) for n, t in numbers.items() if (found := re.search(r"such as ([\d,]+)", t))]
        if moves:
            break
        chat.says(next(n for n, t in numbers.items() if not WHIMS.search(t)))
    number, spot = moves[0]
    assert f"Say also for {number}: Where to: a place as x,y" in chat.says(number, 422)
    chat.says(f"{number} 99,99", 422)
    before = chat.asks().headers["etag"]
    told = chat.says(f"{number} {spot}")
    assert chat.asks().headers["etag"] != before
    assert spot.replace(",", ", ") in told


def test_a_line_without_a_target_asks_whom(table: Table) -> None:
    """Nobody is harmed because he stands first: the mage herself, say. Foes are named first."""
    people = [
        {"id": who, "name": who.title(), "side": side, "seat": seat, "sheet": {"fantasia": {"ref": ref, **more}}}
        for who, side, seat, ref, more in (
            ("vivi", "heroes", "ana", "black_mage", {"initiativeBonus": 20}),
            ("rosa", "heroes", "ana", "soldier", {}),
            ("ogre", "foes", "gm", "ogre", {}),
            ("goblin", "foes", "gm", "goblin", {}),
        )
    ]
    fight = bridge(table, combatants=people)
    ana = Chatter(table, fight.id, fight.tokens["ana"])
    told = ana.says("casts fire", 422)
    assert re.search(r"Say also for \d+\.\d+: Targets: (Ogre, Goblin|Goblin, Ogre), ", told), told
    assert "casts Fire on Goblin" in ana.says("casts fire goblin")


def test_what_may_be_asked(fight: Bridge) -> None:
    """Help, the standing, the log and the list, in four languages; none of them does anything."""
    before = fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens["ana"]).headers["etag"]
    words = {"en": "help status log more", "es": "ayuda estado registro más", "fi": "apua tilanne loki lisää"}
    for locale, said in {**words, "pl": "pomoc stan dziennik więcej"}.items():
        chat = Chatter(fight.table, fight.id, fight.tokens["ana"], locale)
        help_, status, log, more = (chat.says(word) for word in said.split())
        assert len(help_.splitlines()) == 11
        assert [line.partition(" ")[0] for line in status.splitlines()[1:]] == ["Cloud:", "Steiner"]
        assert log.splitlines()[-1].startswith("13 ")
        assert more == chat.asks().text
    english = Chatter(fight.table, fight.id, fight.tokens["ana"])
    assert len(english.says("log 2").splitlines()) == 2
    assert "Trap" not in english.says("status")
    number = next(n for n, label in english.choices().items() if "holds an action" in label)
    assert len(english.says(f"{number} ?").splitlines()) == 4
    assert fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens["ana"]).headers["etag"] == before


def test_an_act_is_told_in_a_line_and_whoever_asks_why_is_told_the_rest(fight: Bridge) -> None:
    """The answer to an order is its headline; `why`, of the last act or a version, tells dice, terms and rules."""
    ana = Chatter(fight.table, fight.id, fight.tokens["ana"])
    told, _, _ = ana.says("attack steiner sword").partition("\n\n")
    assert re.fullmatch(r"\d+ Cloud (hit|missed|landed a critical hit on) Steiner.*", told)
    last = ana.says("why").splitlines()
    assert last[0] == told
    assert any(re.match(r"  \d+ Cloud rolls 2d6 .*: \d, \d", line) for line in last)
    assert any(re.search(r"= 2d6 \d+ \+ ", line) for line in last)
    assert "- 2d6: A d is a six-sided die; several are added up." in last
    inside = last[2].split()[0]
    assert ana.says(f"why {inside}").splitlines() == last
    first = ana.says("why 13").splitlines()
    assert first[0] == "13 Round 1 begins"
    assert any("Cloud rolls 2d6 for initiative" in line for line in first)
    spanish = Chatter(fight.table, fight.id, fight.tokens["ana"], "es").says("porqué 13")
    assert "Cloud tira 2d6" in spanish
    version = version_in(ana.asks().headers["etag"])
    for wrong in (0, version + 1):
        assert ana.says(f"why {wrong}") == f"There is no such version: the fight stands at {version}.\n"


def test_why_tells_a_seat_what_it_may_know_and_no_more(fight: Bridge) -> None:
    """Of an act that another has read with all its terms, who looks on reads what his log has."""
    ana, eve, gm = (Chatter(fight.table, fight.id, fight.tokens[seat]) for seat in ("ana", "eve", "gm"))
    ana.says("attack steiner sword")
    page = fight.table.get(f"/v1/encounters/{fight.id}/events?after=13", fight.tokens["eve"]).json()["events"]
    read = [line.strip().partition(" ")[2] for line in eve.says("why").splitlines() if line.startswith("  ")]
    assert read == [one["text"] for one in page if one["text"]]
    assert len(gm.says("why")) > len(eve.says("why"))


def test_an_order_of_which_nothing_came_is_told_to_whoever_gave_it(fight: Bridge) -> None:
    """And to nobody else: it is no line of a log."""
    ana = Chatter(fight.table, fight.id, fight.tokens["ana"])
    told, _, _ = ana.says("end turn").partition("\n\n")
    assert re.fullmatch(r"\d+ Ana: Cloud ends the turn", told)
    assert ana.says("log").splitlines()[-1] == "13 Round 1 begins"


def test_questions_are_answered_with_yes_and_no(fight: Bridge) -> None:
    """A request to take something back, by everybody's words: undo, no, undo, yes."""
    ana, gm = (Chatter(fight.table, fight.id, fight.tokens[seat]) for seat in ("ana", "gm"))
    assert "nothing that you could take back" in ana.says("undo", 422)
    assert "Nobody asks you" in ana.says("yes", 422)
    ana.says("attack steiner sword")
    assert "asks to take back" in ana.says("undo")
    assert "You are asked: " in gm.asks().text
    gm.says("no")
    ana.says("undo")
    gm.says("yes")
    assert "attacks Steiner with Sword +2" in ana.asks().text


def test_an_answer_that_is_called_no_is_given_by_no(fight: Bridge) -> None:
    """Whatever its key is in the game, in the reader's language."""
    ana = Chatter(fight.table, fight.id, fight.tokens["ana"])
    gm = Chatter(fight.table, fight.id, fight.tokens["gm"], "fi")
    number = next(number for number, label in ana.choices().items() if "asks for something else" in label)
    ana.says(f'{number} "Cloud calls for help"')
    assert "Cloud is not allowed this: Cloud calls for help" in gm.says("ei")


def test_everybody_is_told_only_what_is_his(fight: Bridge) -> None:
    """Who looks on has nothing to choose, another's token finds nothing; all errors are words, with their status."""
    eve = Chatter(fight.table, fight.id, fight.tokens["eve"])
    assert not CHOICE.search(eve.asks().text)
    assert "Nothing that you may do now" in eve.says("attack steiner sword", 422)
    assert eve.says("status").startswith("Bridge, version")
    assert "no seat" not in Chatter(fight.table, fight.id, ADMIN).asks().text
    other = bridge(fight.table)
    stranger = Chatter(fight.table, fight.id, other.tokens["gm"])
    for chat, status in ((stranger, 404), (Chatter(fight.table, fight.id, None), 401)):
        asked = chat.asks()
        assert (asked.status_code, asked.headers["content-type"]) == (status, "text/plain; charset=utf-8")
        chat.says("status", status)
    assert "Nothing that you may do" in Chatter(fight.table, fight.id, ADMIN).says("attack", 422)


def test_no_name_passes_for_a_choice(table: Table) -> None:
    """Of a fight and a combatant that are called like a line of the list: a bot makes buttons of choices alone."""
    trap = {
        "id": "cloud",
        "name": "13.1 Win",
        "side": "heroes",
        "seat": "ana",
        "sheet": {"fantasia": {"ref": "soldier"}},
    }
    foe = {"id": "ogre", "name": "Ogre", "side": "foes", "sheet": {"fantasia": {"ref": "ogre"}}}
    fight = bridge(table, name="13.2 Bridge", combatants=[trap, foe])
    ana = Chatter(table, fight.id, fight.tokens["ana"])
    told = ana.says("status")
    assert told.startswith("- 13.2 Bridge, version ")
    assert not any(map(CHOICE.match, told.splitlines()))
    assert not any(map(CHOICE.match, ana.says("log 50").splitlines()))
    assert all("Win" in label for label in ana.choices().values())


def test_what_is_no_line_is_refused(fight: Bridge) -> None:
    """Too long, not UTF-8, of another kind, empty, or for somebody who reads no text."""
    ana = Chatter(fight.table, fight.id, fight.tokens["ana"])
    assert "at most 500 characters" in ana.says("a" * (LONGEST_LINE + 1), 400)
    assert "Content-Type: text/plain" in ana.says("status", 400, **{"content-type": "application/json"})
    assert "the line is empty" in ana.says("", 400)
    ana.says("status", 406, accept="application/json")
    headers = {**ana.headers, "content-type": "text/plain"}
    assert "not UTF-8" in ana.http.post(ana.path, content=b"\xff", headers=headers).text


@pytest.mark.parametrize("line", ["1," * 250, "a " * 250, '"' * 500, "=" * 500, "9" * 500, "a=b " * 125, "1.1 " * 125])
def test_a_hostile_line_is_quickly_refused(fight: Bridge, line: str) -> None:
    """Within the limit for every answer of this service (`nothing_holds_the_loop`)."""
    assert Chatter(fight.table, fight.id, fight.tokens["gm"]).says(line, 412 if line.startswith("1.1") else 422)


def test_steps_come_as_lines(fight: Bridge) -> None:
    """A page, a page that waits, and a stream; the ETag goes on. Who accepts JSON too gets JSON."""
    path, ana = f"/v1/encounters/{fight.id}/events", fight.tokens["ana"]
    page = fight.table.get(path, ana, accept="text/plain")
    assert page.text.splitlines() == ["3 The fight Bridge is being set up", "4 The fight begins", "13 Round 1 begins"]
    assert version_in(page.headers["etag"]) == 13
    assert fight.table.get(f"{path}?after=13&wait=1", ana, accept="text/plain").text == ""
    told = Chatter(fight.table, fight.id, ana).says("drop ground").split("\n\n")[0].splitlines()
    waited = fight.table.get(f"{path}?after=13&wait=5", ana, accept="text/plain")
    assert waited.text.splitlines() == told
    usual = fight.table.get(path, ana, accept="application/json, text/plain, */*")
    assert usual.headers["content-type"] == "application/json"
    url, headers = f"{path}?after=13&follow=true", Table.headers(ana, accept="text/plain")
    with fight.table.http.stream("GET", url, headers=headers) as stream:
        assert stream.headers["content-type"] == "text/plain; charset=utf-8"
        assert next(stream.iter_lines()) == told[0]


def test_every_language_says_the_same() -> None:
    """The same texts, with the same figures, and a word for everything that a line may begin with."""
    read = {one: json.loads(files("api.words").joinpath(f"talk.{one}.json").read_text("utf-8")) for one in LANGUAGES}
    for language, said in read.items():
        assert list(said) == list(read["en"])
        for name, text in said.items():
            assert sorted(figures_in(text)) == sorted(figures_in(read["en"][name])), (language, name)
            if name.startswith("word."):
                assert all(keyword(word.upper(), language) for word in text.split()), (language, name)
        assert keyword("undo", language) == "undo"
    assert keyword("attack", "pl") == ""


def test_names_stay_on_their_line() -> None:
    """Whatever people call things, a list has the lines that it has; and words are compared without their marks."""
    assert one_line("Orc\n13.1 Give up\u202e\x1b[31m\u2028!") == "Orc 13.1 Give up [31m !"
    assert unnumbered("13.1 Give up: HP 3") == "- 13.1 Give up: HP 3"
    assert unnumbered("13 Ana: Cloud moves 1.5 m") == "13 Ana: Cloud moves 1.5 m"
    assert words_of("Gołąb-Ärmel's Élan 3") == ["golab", "armel", "s", "elan", "3"]
    assert fold("ŻÓŁĆ") == "zolc"
