"""An ETag names everything that its answer depends on: a client with one answer is never told that it has another."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.api.fights import Bridge
from tests.api.table import ADMIN
from tests.support.contract.tags import version_in

FORMS = [
    "",
    "?include=offers,scene",
    "?include=encounter",
    "/scene",
    "/scene?unless=x",
    "/scene.svg",
    "/scene.svg?theme=dark",
    "/say",
    "/replay?after=1",
    "/combatants/cloud/threats",
    "/combatants/steiner/threats",
    "/combatants/cloud/stat-block",
]
TEXT = ("/say",)


def asked(fight: Bridge, form: str, token: str | None, **headers: str) -> Any:
    """An answer."""
    accept = {"accept": "text/plain"} if form in TEXT else {}
    return fight.table.get(f"/v1/encounters/{fight.id}{form}", token, **accept, **headers)


@pytest.mark.parametrize("form", FORMS)
def test_it_holds_for_the_same_answer_only(fight: Bridge, form: str) -> None:
    """Not for another seat, another language, or the GM with a seat's eyes."""
    eyes = "?as=ana" if "?" not in form else "&as=ana"
    readers: list[tuple[str, str, dict[str, str]]] = [
        (form, fight.tokens["ana"], {}),
        (form, fight.tokens["gm"], {}),
        (form, fight.tokens["eve"], {}),
        (form, fight.tokens["ana"], {"accept-language": "fi"}),
    ]
    if form not in ("/say", "/replay?after=1"):
        readers.append((form + eyes, fight.tokens["gm"], {}))
    tags = []
    for address, token, headers in readers:
        got = asked(fight, address, token, **headers)
        assert got.status_code == 200, got.text
        assert {"authorization", "accept-language"} <= set(got.headers["vary"].lower().replace(" ", "").split(","))
        tags.append(got.headers["etag"])
        again = asked(fight, address, token, **headers, **{"if-none-match": f'"x", W/{tags[-1]}'})
        assert (again.status_code, again.headers["etag"]) == (304, tags[-1])
    assert len(set(tags)) == len(tags)
    for (address, token, headers), other in zip(readers, reversed(tags), strict=True):
        if asked(fight, address, token, **headers).headers["etag"] != other:
            assert asked(fight, address, token, **headers, **{"if-none-match": other}).status_code == 200


def test_it_holds_for_the_same_form_only(fight: Bridge) -> None:
    """Of one version and seat, but for another address or other parameters."""
    token = fight.tokens["ana"]
    tags = {form: asked(fight, form, token).headers["etag"] for form in FORMS}
    assert len({*tags.values()}) == len(tags)
    assert len({version_in(tag) for tag in tags.values()}) == 1
    for one, other in permutations(("", "/scene", "/scene.svg", "/scene.svg?theme=dark"), 2):
        assert asked(fight, one, token, **{"if-none-match": tags[other]}).status_code == 200


def test_a_published_fight_answers_by_the_seat_of_its_publication(fight: Bridge) -> None:
    """Who has read it as one seat is told anew when it is published as another's."""
    fight.act("gm", {"gm": {"end": {"reason": "enough"}}})
    tags = []
    for seat in ("ana", "eve", "ana"):
        address = f"/v1/encounters/{fight.id}/published"
        assert fight.table.http.put(address, json={"seat": seat}, headers=fight.table.headers(ADMIN)).is_success
        held = {"if-none-match": tags[-1]} if tags else {}
        got = asked(fight, "", None, **held)
        assert got.status_code == 200
        tags.append(got.headers["etag"])
    assert tags[0] == tags[2] != tags[1]


def test_a_version_alone_is_no_answer(fight: Bridge) -> None:
    """It says what one saw last, as If-Match, and not what one has."""
    path, gm = f"/v1/encounters/{fight.id}", fight.tokens["gm"]
    tag = fight.table.get(path, gm).headers["etag"]
    bare = f'"{version_in(tag)}"'
    assert fight.table.get(path, gm, **{"if-none-match": bare}).status_code == 200
    pause = {"command": {"gm": {"pause": {}}}}
    done = fight.table.post(f"{path}/commands", gm, pause, **{"if-match": bare})
    assert done.status_code == 200
    assert done.headers["etag"] == f'"{done.json()["version"]}"', "whoever has the step has not the fight"
