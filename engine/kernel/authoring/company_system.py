"""What a rule system has to say that plays the campaigns of a game, beside what every game says."""

from __future__ import annotations

from abc import abstractmethod

from engine.kernel.authoring.rule_system import Own, RuleSystem
from engine.kernel.state.fight import Fight
from engine.kernel.structs.messages import Event


class CompanySystem(RuleSystem[Own]):
    """A rule system whose combatants are the members of a company. campaign_of: the id of the game that they play."""

    campaign_of: str

    @abstractmethod
    def evolve_at(self, own: Own, event: Event, fight: Fight, version: int, /) -> Own:
        """As `evolve`, of the event of that version: what a campaign keeps names versions."""
