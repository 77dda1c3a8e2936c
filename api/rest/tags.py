"""What the operations of REST are about: their tags in OpenAPI, by which documents and generated clients sort them."""

from __future__ import annotations

import re

from msgspec import Struct

from engine.kernel.authoring.registration import RegistrationError


class Tag(Struct, frozen=True):
    """A group of operations. paths: a regular expression of their whole paths; `_` stands for any parameter."""

    name: str
    said: str
    paths: str


_FIGHT = "/v1/encounters/_"

TAGS = (
    Tag("games", "Rule systems and what they know.", r"/v1/systems(/_)?"),
    Tag(
        "encounters",
        "Fights: created, found, looked at, copied, published, proven.",
        rf"/v1/encounters(/check)?|{_FIGHT}(/(copy|fork|archived|published|audit|analysis|combatants/_/stat-block))?",
    ),
    Tag(
        "campaigns",
        "Companies that go from fight to fight.",
        rf"/v1/campaigns|{_FIGHT}/fights(/_/(settlement|release|replacement|recognition|taken))?",
    ),
    Tag(
        "play",
        "Orders, answers, and what helps to choose them.",
        rf"{_FIGHT}/(commands|previews|decisions/_|corrections|preferences|entropy|say)",
    ),
    Tag(
        "pictures",
        "The table as a picture, and the pictures that are kept for it.",
        rf"{_FIGHT}/(scene[.a-z]*|pictures(/_)?|combatants/_/threats)|/v1/pictures(/_)?|/v1/systems/_/fights/.*",
    ),
    Tag("events", "What has happened, and who is there.", rf"{_FIGHT}/(events|export|presence)"),
    Tag(
        "odds",
        "How fights may end, what offers are worth, and how chances went.",
        rf"{_FIGHT}/(odds|curve|comparison)|/v1/odds(/proposals)?",
    ),
    Tag("replays", "Fights as films.", rf"{_FIGHT}/replay(\.html)?|/v1/replays"),
    Tag(
        "seats",
        "Who sits at the table, and with which token.",
        rf"{_FIGHT}/(seats(/_)?(/bot)?|combatants/_/seat|invitations(/_)?|tokens(/_)?)|/v1/join|/v1/try|/v1/viewer",
    ),
    Tag("webhooks", "Addresses that are told of a fight.", rf"{_FIGHT}/webhooks(/_(/[a-z]+)?)?"),
    Tag("origins", "Sites from which browsers may call.", rf"({_FIGHT}|/v1)/origins"),
    Tag("hosts", "Who has fights of his own.", r"/v1/hosts(/_/tokens)?"),
    Tag("shelves", "What a host keeps for more than one fight.", rf"/v1/shelf(/file|/_/_)?|{_FIGHT}/shelf"),
    Tag("maps", "Maps of other programs.", r"/v1/maps"),
    Tag("service", "The server itself.", r"/(livez|readyz|\.well-known/jwks\.json)?"),
)
"""Each operation belongs to one of them."""


def tag_of(path: str) -> str:
    """The tag of a path. RegistrationError where none fits."""
    bare = re.sub(r"{\w+}", "_", path)
    for tag in TAGS:
        if re.fullmatch(tag.paths, bare):
            return tag.name
    raise RegistrationError(f"{path} has no tag: add it to one in api/rest/tags.py")
