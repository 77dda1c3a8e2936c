"""The routes of all plugins."""

from __future__ import annotations

from starlette.routing import BaseRoute

from api.pages.site import Site
from api.vtt import foundry, roll20
from api.vtt.owlbear import HOSTS, Owlbear

PLUGIN_ORIGINS = {"/vtt/owlbear/": HOSTS}
"""What addresses begin with that other sites read by themselves, and the origins of these sites."""


def plugin_routes(site: Site, *, pictures: bool) -> list[BaseRoute]:
    """Everything below /vtt/. pictures: whether pages may load pictures of looks from other hosts."""
    return [*Owlbear(site, pictures=pictures).routes(), *foundry.routes(), *roll20.routes()]
