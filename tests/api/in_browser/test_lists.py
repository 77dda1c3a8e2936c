"""The lists beside the board of the page to play: the order of play, and figures by side."""

from __future__ import annotations

from tests.api.in_browser.test_orders import field, sit
from tests.api.table import Table
from tests.support.browsers.browser import Tab

SLOTS = """[...document.querySelectorAll('.order li')].map((slot) =>
  [slot.innerText.trim().split(/\\s+/).slice(0, 2).join(' '), slot.dataset.state, slot.ariaCurrent])"""
MINE = "[...document.querySelectorAll('.figure.mine')].map((one) => one.dataset.combatant)"
CARDS = "[...document.querySelectorAll('.figure small')].map((one) => one.innerText)"
ORDER = "query Order($id: ID!) { encounter(id: $id) { scene { play { slots { label figure state } } } } }"


def test_the_order_of_play_says_who_acts_and_ones_own_figures_are_marked(page: Tab, table: Table) -> None:
    """As the scene has it, and anew when the turn passes to somebody else."""
    fight = field(table)
    sit(page, fight, "ana")
    page.until("document.querySelector('.order [aria-current=true]')?.innerText.includes('Vivi')")
    for acts in ("Vivi", "Steiner"):
        page.until(f"document.querySelector('.order [aria-current=true]')?.innerText.includes('{acts}')")
        told = table.data(ORDER, fight.tokens["ana"], id=fight.id)["encounter"]["scene"]["play"]["slots"]
        assert [one["label"] for one in told if one["state"] == "ACTING"] == [acts]
        assert page.js(SLOTS) == [
            [f"{one['label']} {one['figure']}", one["state"], "true" if one["state"] == "ACTING" else None]
            for one in told
        ]
        assert page.js(MINE) == ["vivi"]
        assert [one for one in page.js(CARDS) if one.startswith("yours · ")] == [page.text(".figure.mine small")]
        assert page.js("document.querySelector('.figure[data-turn=ACTING] strong').textContent") == acts
        if acts == "Vivi":
            page.click(".offer-list [data-offer=end-turn]")
    assert page.complaints == []
