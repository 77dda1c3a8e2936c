"""What a mini enters with: sizes, figures, the sample catalogue, build points."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.structs.errors import RuleRefusal, SheetRefused
from engine.systems.minis.content.catalogue import ARMOR, MINIS, PRICES, SPELLS, WEAPONS
from engine.systems.minis.content.kinds import Aim, DamageType, Kind, Lasting, Resistance, Size
from engine.systems.minis.orders import Attack, Cast
from engine.systems.minis.rules.magic.entering import cost, mini_of
from engine.systems.minis.sheet import Setup, Sheet
from tests.support.laws.pictures import scene, token
from tests.systems.minis.bout import Bout, ana, ben, sheet


@pytest.mark.rule("MN-GAP-30")
def test_a_familiar_neither_attacks_nor_casts_whatever_its_sheet_says() -> None:
    """It may enter by a sheet of its own, as a mini with figures of any kind."""
    fay = ana("fay", at=(0, 0), kind=Kind.FAMILIAR, attacks=2, spell_attacks=1, spells=("heal",))
    bout = Bout(fay, ana(at=(0, 900)), ben(at=(80, 0)))
    bout.begin()
    bout.declare("fay")
    assert bout.refuse(Attack(combatant="fay", target="bob")).reason == "fay has no attacks left in this turn"
    heal = Cast(combatant="fay", spell="heal", target="fay")
    assert bout.refuse(heal).reason == "fay has no spell attacks left in this turn"
    assert set(bout.keys("fay")) == {"move", "pivot", "run", "wait", "concede"}


@pytest.mark.rule("MN-SET-01")
def test_a_mini_is_of_medium_size_unless_it_says_otherwise() -> None:
    """It is part of the sheet, which everybody reads."""
    assert mini_of(sheet()).size is Size.MEDIUM
    assert [mini_of(sheet(size=size)).size for size in Size] == list(Size)
    assert mini_of(Sheet(ref="goblin")).size is Size.SMALL
    bout = Bout(ana(at=(0, 0), size=Size.LARGE), ben(at=(300, 0)))
    assert bout.arena.book.seen(bout.state, "ben").own.minis["ada"].size is Size.LARGE


@pytest.mark.rule("MN-SET-02", "MN-GAP-23")
def test_figures_come_from_the_catalogue_and_the_sheet() -> None:
    """Fields given beside `ref` replace its own."""
    knight = mini_of(Sheet(ref="knight", level=5))
    assert (knight.level, knight.initiative, knight.movement, knight.attacks) == (5, 5, 400, 2)
    assert list(knight.arms) == ["long_sword"]
    assert [piece.id for piece in knight.worn] == ["large_shield", "plate_mail"]
    plain = mini_of(sheet())
    assert (plain.attacks, plain.spell_attacks, plain.spells, plain.resistances) == (1, 0, (), ())


@pytest.mark.rule("MN-GAP-23")
def test_a_mini_is_called_by_its_name_in_the_catalogue() -> None:
    """One written in full has none there, and is called by its kind."""
    bout = Bout(ana("ada", at=(0, 0), ref="battle_mage"), ben("bob", at=(300, 0)))
    assert [bout.mini(who).ref for who in ("ada", "bob")] == ["battle_mage", ""]
    assert [token(scene(bout.arena, "ben"), who).kind_label for who in ("ada", "bob")] == ["Battle mage", "Mini"]


@pytest.mark.rule("MN-SET-02")
@pytest.mark.parametrize(
    ("figures", "field"),
    [
        ({"level": None}, "sheet.level"),
        ({"hp": None}, "sheet.life"),
        ({"weapons": ("bazooka",)}, "sheet.weapons"),
        ({"armor": ("small_shield", "large_shield")}, "sheet.armor"),
        ({"weapons": ("two_handed_sword",), "armor": ("small_shield",)}, "sheet.armor"),
        ({"spells": ("wish",)}, "sheet.spells"),
        ({"resistances": (Resistance.FIRE, Resistance.FIRE)}, "sheet.resistances"),
        ({"towards": (0, 0)}, "sheet.towards"),
        ({"ref": "dragon"}, "sheet.ref"),
    ],
)
def test_what_cannot_be_played_is_refused(figures: dict[str, Any], field: str) -> None:
    """With its field."""
    with pytest.raises(SheetRefused) as refused:
        Bout(ana(at=(0, 0), **figures))
    assert refused.value.field.endswith(field)


@pytest.mark.rule("MN-GAP-23")
def test_every_mini_of_the_sample_can_enter() -> None:
    """Fifteen of them; the wizard knows all spells."""
    assert len(MINIS) == 15
    for name in MINIS:
        mini_of(Sheet(ref=name))
    assert set(mini_of(Sheet(ref="wizard")).spells) == set(SPELLS)
    assert (WEAPONS["elf_bow"].max_range, WEAPONS["elf_bow"].magic) == (2100, True)
    assert (ARMOR["magical_plate_mail"].protection, ARMOR["magical_plate_mail"].magic) == (4, True)


@pytest.mark.rule("MN-GAP-22", "MN-OUT-01", "MN-OUT-02", "MN-RES-07")
def test_spells_and_resistances_are_paid_for_before_play() -> None:
    """In build points of the side; without a limit nothing is counted."""
    assert cost(mini_of(Sheet(ref="wizard"))) == 5 * 3 + 10 * 5 + 20 * 4 + 25 + 40 + 50
    assert cost(mini_of(Sheet(ref="wraith"))) == 75 + 75
    assert [PRICES[kind].build_cost for kind in Resistance] == [75, 50, 50, 50, 75]
    Bout(ana(ref="wraith"), ben(), setup=Setup(build_points=150))
    with pytest.raises(RuleRefusal, match="its side has 150 build points, and spends 200"):
        Bout(ana(ref="wraith"), ana("amy", ref="salamander"), ben(), setup=Setup(build_points=150))
    Bout(ana(ref="wraith"), ben(ref="salamander"), setup=Setup(build_points=150))


@pytest.mark.rule("MN-GAP-19", "MN-GAP-20", "MN-GAP-22", "MN-MAG-02")
def test_the_table_of_spells() -> None:
    """Types of damage, ranges and durations as the ledger has them."""
    assert SPELLS["lightning_bolt"].damage_type is DamageType.ELECTRICITY
    assert SPELLS["fireball"].damage_type is DamageType.FIRE
    assert SPELLS["flying_fist"].damage_type is None
    assert {key for key, spell in SPELLS.items() if spell.range_inches == 0} == {"magic_shield"}
    assert {spell.range_inches for key, spell in SPELLS.items() if key != "magic_shield"} == {12}
    assert {key for key, spell in SPELLS.items() if spell.lasting is Lasting.DIFFERENCE} == {
        "statue",
        "fear",
        "command",
    }
    assert {key for key, spell in SPELLS.items() if spell.lasting is Lasting.IMMEDIATE} == {
        "flying_fist",
        "lightning_bolt",
        "heal",
        "fireball",
        "teleport",
    }
    assert {key for key, spell in SPELLS.items() if spell.aim is Aim.POINT} == {"golem", "familiar", "teleport"}
    assert (SPELLS["flying_fist"].damage, SPELLS["fireball"].damage, SPELLS["heal"].healing) == (6, 8, 8)
