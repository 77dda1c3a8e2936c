"""A campaign over GraphQL and REST: one token, two fights, what the first leaves is there in the second."""

from __future__ import annotations

from typing import Any

from tests.api.table import ADMIN, Table

SEATS = [
    {"id": "gm", "name": "Gil", "role": "GM"},
    {"id": "ana", "name": "Ana", "role": "PLAYER"},
    {"id": "ben", "name": "Ben", "role": "PLAYER"},
]
CAMPAIGN = {
    "system": "fantasia",
    "name": "The company",
    "seats": SEATS,
    "members": [
        {"id": "cloud", "name": "Cloud", "side": "heroes", "seat": "ana", "sheet": {"fantasia": {"ref": "soldier"}}},
        {"id": "vivi", "name": "Vivi", "side": "heroes", "seat": "ben", "sheet": {"fantasia": {"ref": "black_mage"}}},
    ],
}
OGRE = {"id": "ogre", "name": "Ogre", "side": "foes", "sheet": {"fantasia": {"ref": "ogre"}}}


class Company:
    """A campaign on a server, by its seats' tokens."""

    def __init__(self, table: Table) -> None:
        self.table = table
        made = self.post("/v1/campaigns", ADMIN, CAMPAIGN, status=201)
        self.id: str = made["encounter"]["id"]
        self.tokens = {one["seat"]: one["token"] for one in made["tokens"]}

    def post(self, path: str, token: str, body: Any, status: int = 200) -> Any:
        answer = self.table.http.post(path, json=body, headers=Table.headers(token))
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path: str, seat: str, status: int = 200, **query: str) -> Any:
        answer = self.table.http.get(path, params=query, headers=Table.headers(self.tokens[seat]))
        assert answer.status_code == status, answer.text
        return answer.json()

    def begin(self, *members: str, **more: Any) -> str:
        wish = {"name": "A fight", "members": [{"member": one} for one in members], "combatants": [OGRE], **more}
        made = self.post(f"/v1/encounters/{self.id}/fights", self.tokens["gm"], wish, 201)
        return str(made["encounter"]["id"])

    def rule(self, encounter: str, **tool: Any) -> None:
        self.post(f"/v1/encounters/{encounter}/commands", self.tokens["gm"], {"command": {"gm": tool}})

    def ended(self, *members: str, hp: int = 7) -> str:
        """A fight that has ended, from which Cloud comes hurt."""
        fight = self.begin(*members)
        self.rule(fight, correct={"path": "combatants.cloud.vitals.hp.now", "value": hp})
        self.rule(fight, end={"reason": "they talk"})
        return fight

    def settle(self, fight: str) -> Any:
        here = f"/v1/encounters/{self.id}/fights/{fight}/settlement"
        return self.post(here, self.tokens["gm"], {"digest": self.get(here, "gm")["digest"]})


def hp_of(encounter: Any, who: str) -> int | None:
    (one,) = (one for one in encounter["combatants"] if one["key"] == who)
    return next((vital["now"] for vital in one["vitals"] if vital["key"] == "hp"), None)


def test_what_a_fight_leaves_is_there_in_the_next(table: Table) -> None:
    """Read in words, accepted, told by events, and entered with."""
    company = Company(table)
    fight = company.ended("cloud", "vivi")
    told = company.get(f"/v1/encounters/{company.id}/fights/{fight}/settlement", "gm")
    assert [(line["key"], line["left"]) for line in told["lines"]] == [("cloud/vital/hp", 7)]
    assert told["lines"][0]["text"] == "Cloud: HP, 40 before, 7 from now on"
    done = company.settle(fight)
    assert [event["type"] for event in done["events"]] == ["FightSettled", "Carried"]
    second = company.begin("cloud")
    ana = company.get(f"/v1/encounters/{second}", "ana")
    assert hp_of(ana, "cloud") == 7
    listed = company.get(f"/v1/encounters/{company.id}/fights", "ana")
    assert [(one["fight"], one["stage"]) for one in listed["fights"]] == [(second, "RUNNING"), (fight, "SETTLED")]


def test_who_has_a_seat_in_the_campaign_sits_in_its_fights(table: Table) -> None:
    """By the same token; revoked there it counts nowhere, at once; another campaign's table is not his."""
    company, other = Company(table), Company(table)
    fight = company.begin("cloud", "vivi")
    assert hp_of(company.get(f"/v1/encounters/{fight}", "ana"), "cloud") == 40
    assert other.get(f"/v1/encounters/{fight}", "ana", 404)["code"] == "UNKNOWN"
    answer = table.http.delete(f"/v1/encounters/{company.id}/tokens/ana", headers=Table.headers(company.tokens["gm"]))
    assert answer.status_code == 200
    assert company.get(f"/v1/encounters/{fight}", "ana", 401)["code"] == "UNAUTHENTICATED"
    assert company.get(f"/v1/encounters/{company.id}", "ana", 401)["code"] == "UNAUTHENTICATED"
    assert hp_of(company.get(f"/v1/encounters/{fight}", "ben"), "cloud") == 40


def test_campaigns_and_fights_are_listed_apart(table: Table) -> None:
    """Neither stands among the others."""
    company = Company(table)
    fight = company.begin("cloud")
    headers = Table.headers(ADMIN)
    campaigns = [one["id"] for one in table.http.get("/v1/campaigns", headers=headers).json()["campaigns"]]
    fights = [one["id"] for one in table.http.get("/v1/encounters", headers=headers).json()["encounters"]]
    assert company.id in campaigns
    assert fight not in campaigns
    assert fight in fights
    assert company.id not in fights


def test_a_rest_between_fights_is_offered_and_given(table: Table) -> None:
    """To the game master, as orders in fights are."""
    company = Company(table)
    company.settle(company.ended("cloud", "vivi"))
    query = f'query {{ encounter(id: "{company.id}") {{ offers {{ send }} rules {{ __typename }} }} }}'
    seen = table.gql(query, company.tokens["gm"])["data"]["encounter"]
    assert seen["rules"]["__typename"] == "FantasiaCampaignState"
    (rest,) = (one for one in seen["offers"] if "rest" in one["send"].get("fantasiaCampaign", {}))
    done = company.post(f"/v1/encounters/{company.id}/commands", company.tokens["gm"], {"command": rest["send"]})
    assert "FantasiaCampaignRested" in [event["type"] for event in done["events"]]
    assert hp_of(company.get(f"/v1/encounters/{company.id}", "ana"), "cloud") == 40


def test_players_read_what_is_theirs_of_a_settlement(table: Table) -> None:
    """All of the company's side read its lines; nobody but the game master reads the plan, or the list."""
    company = Company(table)
    fight = company.ended("cloud", "vivi")
    path = f"/v1/encounters/{company.id}/fights/{fight}/settlement"
    assert company.get(path, "ana", 403)["code"] == "NOT_YOURS"
    company.settle(fight)
    events = company.get(f"/v1/encounters/{company.id}/events", "ana")["events"]
    planned = next(one for one in events if one["type"] == "FightPlanned")
    assert planned["data"]["plan"] is None
    settled = next(one for one in events if one["type"] == "FightSettled")
    assert (settled["data"]["edits"], settled["data"]["lines"]) == (None, None)
    assert next(one for one in events if one["type"] == "Carried")["data"]["value"] == 7


def test_a_fight_is_taken_in_by_who_rules_both(table: Table) -> None:
    """The game master of the campaign shows a token of the fight's: no other fight's figures are read so."""
    company = Company(table)
    hero = {"id": "hero", "name": "Cloud", "side": "heroes", "seat": "ana", "sheet": {"fantasia": {"ref": "soldier"}}}
    wish = {"system": "fantasia", "name": "Before", "seats": SEATS, "combatants": [hero, OGRE]}
    made = company.post("/v1/encounters", ADMIN, wish, 201)
    fight, tokens = made["encounter"]["id"], {one["seat"]: one["token"] for one in made["tokens"]}
    for tool in ({"correct": {"path": "combatants.hero.vitals.hp.now", "value": 9}}, {"end": {"reason": "they talk"}}):
        company.post(f"/v1/encounters/{fight}/commands", tokens["gm"], {"command": {"gm": tool}})
    here, gm = f"/v1/encounters/{company.id}/fights/{fight}", company.tokens["gm"]
    who = [{"member": "cloud", "combatant": "hero"}]
    for token in ("x", gm, tokens["ana"]):
        company.post(f"{here}/recognition", gm, {"token": token}, 422)
        company.post(f"{here}/taken", gm, {"token": token, "members": who}, 422)
    for path in ("recognition", "taken"):
        body = {"token": tokens["gm"], **({"members": who} if path == "taken" else {})}
        company.post(f"{here}/{path}", company.tokens["ana"], body, 403)
    found = company.post(f"{here}/recognition", gm, {"token": tokens["gm"]})["combatants"]
    assert [(one["combatant"], one["member"]) for one in found] == [("hero", "cloud"), ("ogre", None)]
    company.post(f"{here}/taken", gm, {"token": tokens["gm"], "members": who})
    assert company.get(f"/v1/encounters/{company.id}/fights", "ana")["fights"][0]["takenIn"] is True
    company.settle(fight)
    assert hp_of(company.get(f"/v1/encounters/{company.id}", "gm"), "cloud") == 9


def test_the_sheet_of_a_member_is_told_as_in_a_fight(table: Table) -> None:
    """By the game's own words, with what the last fight has left; in the fight that is begun next it is the same."""
    company = Company(table)
    company.settle(company.ended("cloud", "vivi"))

    def block(encounter: str, seat: str, who: str) -> Any:
        asked = f'statBlock(combatant: "{who}") {{ whole values {{ key value }} groups {{ key things {{ key }} }} }}'
        answer = table.gql(f'{{ encounter(id: "{encounter}") {{ {asked} }} }}', company.tokens[seat])
        return answer["data"]["encounter"]["statBlock"]

    before = block(company.id, "ana", "cloud")
    assert "sword_2" in [thing["key"] for group in before["groups"] for thing in group["things"]]
    assert {"strength", "agility"} <= {value["key"] for value in before["values"]}
    assert block(company.begin("cloud"), "ana", "cloud") == before
