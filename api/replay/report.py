"""A report of a fight: one HTML file without a script, which opens from a disk; and its tables as CSV.

Its pictures are drawn here as SVG, with words for who cannot see them: a line and some bars need no library, and a file
that asks nobody for anything cannot bring one that is larger than all of it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from api.drawing.markup import safe
from api.words.reports import ReportWords
from engine.service.analysis.curve import Curve, Step
from schemas.analysis import AnalysedCombatant, DiceFairness, FightAnalysis, Successes

WIDTH, HEIGHT, EDGE = 420, 180, 30
"""Of the curve, in units of its picture."""
COLOURS = ("#2563ab", "#b4441f", "#3a7d2c", "#7a3fa0", "#8a6a00")
STYLE = """
:root{color-scheme:light dark;--ink:#1d2126;--ground:#fff;--line:#d4d8dd;--dim:#59626c}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ec;--ground:#15181c;--line:#39414a;--dim:#a3adb8}}
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--ground);color:var(--ink);
font:1rem/1.45 system-ui,sans-serif}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}.hint{color:var(--dim);font-size:.9rem}
svg{display:block;width:100%;max-width:44rem;height:auto}svg text{fill:var(--ink);font:13px system-ui,sans-serif}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:start;padding:.3rem .5rem;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:end;font-variant-numeric:tabular-nums}.key{display:flex;flex-wrap:wrap;gap:.3rem 1rem;padding:0}
.key li{list-style:none}.key i{display:inline-block;width:1.6rem;height:0;border-top:3px solid;margin-inline-end:.4rem;
vertical-align:middle}@media(max-width:30rem){table{font-size:.82rem}th,td{padding:.25rem .2rem}}
.bars{min-width:6rem;max-width:14rem}
"""


class _Words(ReportWords):
    """The words of a report as markup."""

    def __call__(self, key: str, **figures: object) -> str:
        return safe(super().__call__(key, **figures))


def report_of(
    name: str,
    fight_analysis: FightAnalysis,
    curve: Curve | None,
    locale: str,
    *,
    sides: Mapping[str, str],
    headlines: Mapping[int, str],
    luck: Mapping[str, float],
    runs: int,
) -> str:
    """The file. sides: their labels; headlines: the headline of each act, by a version of it.

    luck: percentiles of sides, 0 to 1, among so many runs.
    """
    t = _Words(locale)
    title = t("title", name=name)
    parts = [f"<h1>{title}</h1>", f'<p class="hint">{t("until", version=fight_analysis.version)}</p>']
    if fight_analysis.taken_back:
        parts.append(f'<p class="hint">{t("back", versions=", ".join(map(str, fight_analysis.taken_back)))}</p>')
    if curve is not None and curve.steps:
        parts += [*_curve(t, curve, sides), *_turns(t, curve, sides, headlines)]
    if luck:
        said = (t("luck.words", side=sides.get(key, key), share=round(value * 100)) for key, value in luck.items())
        parts += [f"<h2>{t('luck')}</h2>", *(f"<p>{text}</p>" for text in said)]
        parts.append(f'<p class="hint">{t("luck.hint", runs=runs)}</p>')
    names = {combatant.combatant: combatant.name for combatant in fight_analysis.combatants}
    parts += _fighters(t, fight_analysis.combatants, names)
    parts += _dice(t, fight_analysis.dice)
    parts += _times(t, fight_analysis)
    parts += _rolls(t, fight_analysis, names)
    return (
        f'<!doctype html>\n<html lang="{t.language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{title}</title><style>{STYLE}</style><main>{''.join(parts)}</main></html>\n"
    )


# -- pictures
def _curve(t: _Words, curve: Curve, sides: Mapping[str, str]) -> list[str]:
    first, last = curve.points[0].version, max(curve.points[-1].version, curve.points[0].version + 1)

    def x(version: int) -> float:
        return round(EDGE + (version - first) / (last - first) * (WIDTH - EDGE - 8), 1)

    def y(chance: float) -> float:
        return round(8 + (1 - chance) * (HEIGHT - EDGE), 1)

    drawn, said, keys = [], [], []
    for share in (0, 0.5, 1):
        drawn.append(
            f'<path d="M{EDGE} {y(share)}H{WIDTH - 8}" stroke="currentColor" opacity=".25"/>'
            f'<text x="{EDGE - 4}" y="{y(share) + 4}" text-anchor="end">{int(share * 100)}</text>'
        )
    for number, side in enumerate(curve.sides):
        colour, dashed = COLOURS[number % len(COLOURS)], ' stroke-dasharray="6 4"' * (number % 2)
        line = " ".join(f"{x(point.version)},{y(point.chances[side])}" for point in curve.points)
        drawn.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.5"{dashed}/>')
        values = [round(point.chances[side] * 100) for point in curve.points]
        label = sides.get(side, side)
        figures = {"from": values[0], "to": values[-1], "least": min(values), "most": max(values)}
        said.append(t("curve.words", side=label, **figures))
        style = f"color:{colour};border-top-style:{'dashed' if number % 2 else 'solid'}"
        keys.append(f'<li><i style="{style}"></i>{safe(label)}</li>')
    for version in (first, last):
        anchor = "start" if version == first else "end"
        drawn.append(f'<text x="{x(version)}" y="{HEIGHT - 4}" text-anchor="{anchor}">{version}</text>')
    picture = (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{t("curve")}. {" ".join(said)}">'
        f"<title>{t('curve')}</title><desc>{' '.join(said)}</desc>{''.join(drawn)}</svg>"
    )
    hint = t("curve.hint", error=round(curve.error * 100, 1))
    return [f"<h2>{t('curve')}</h2>", picture, f'<ul class="key">{"".join(keys)}</ul>', f'<p class="hint">{hint}</p>']


def _bars(t: _Words, chance: DiceFairness) -> str:
    most, wide = max(chance.faces) or 1, 120 / len(chance.faces)
    bars = "".join(
        f'<rect x="{number * wide:.2f}" y="{30 - 30 * count / most:.2f}" width="{max(wide - 1, 0.6):.2f}" '
        f'height="{30 * count / most:.2f}" fill="{COLOURS[0]}"/>'
        for number, count in enumerate(chance.faces)
    )
    said = "; ".join(t("face.words", face=face, n=count) for face, count in enumerate(chance.faces, 1) if count)
    return f'<svg class="bars" viewBox="0 0 120 30" role="img" aria-label="{said}"><title>{said}</title>{bars}</svg>'


# -- tables
def _table(heads: Sequence[tuple[str, bool]], rows: Iterable[Sequence[str]]) -> str:
    """heads: (text, whether it is of numbers). All of it is markup already."""
    kinds = [' class="n"' if numbers else "" for _, numbers in heads]
    head = "".join(f"<th{kind}>{text}</th>" for (text, _), kind in zip(heads, kinds, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(row, kinds, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _turns(t: _Words, curve: Curve, sides: Mapping[str, str], headlines: Mapping[int, str]) -> list[str]:
    def row(step: Step) -> list[str]:
        side = max(curve.sides, key=lambda name: step.dice[name] + step.choice[name])
        text = next((headlines[at] for at in range(step.last, step.first - 1, -1) if at in headlines), "")
        dice, choice = (round(part[side] * 100) for part in (step.dice, step.choice))
        return [str(step.first), safe(text), safe(sides.get(side, side)), f"{dice:+d}", f"{choice:+d}"]

    if not curve.turns:
        return [f"<h2>{t('turns')}</h2>", f'<p class="hint">{t("turns.none")}</p>']
    heads = [(t("version"), True), (t("act"), False), ("", False), (t("dice"), True), (t("choice"), True)]
    table = _table(heads, (row(curve.steps[number]) for number in sorted(curve.turns)))
    return [f"<h2>{t('turns')}</h2>", f'<p class="hint">{t("turns.hint")}</p>', table]


def _hits(successes: Successes) -> str:
    return f"{successes.hits} / {successes.expected / 100:.1f}" if successes.rolls else "–"


def _fighters(t: _Words, combatants: Sequence[AnalysedCombatant], names: Mapping[str, str]) -> list[str]:
    heads = [(t("name"), False), *((t(key), True) for key in ("dealt", "taken", "healed", "hits"))]
    heads += [(t(key), False) for key in ("means", "felled", "conditions")]
    rows = (
        [
            safe(combatant.name),
            *map(str, (combatant.dealt, combatant.taken, combatant.healed)),
            _hits(combatant.successes),
            safe(", ".join(f"{harm.label} {harm.points}" for harm in combatant.harm if harm.label)),
            safe(", ".join(names.get(who, "") for who in combatant.felled)),
            safe(", ".join(f"{put.label} ×{put.times}" for put in combatant.conditions)),
        ]
        for combatant in combatants
    )
    return [f"<h2>{t('who')}</h2>", _table(heads, rows)]


def _dice(t: _Words, fairness: Sequence[DiceFairness]) -> list[str]:
    heads = [(t("kind"), False), (t("count"), True), (t("faces"), False), (t("p"), True), (t("needed"), True)]
    rows = (
        [
            f"d{chance.sides}" + (f" ({t('typed')})" if chance.typed else ""),
            str(chance.dice),
            _bars(t, chance),
            f"{chance.corrected / 10_000:.3f}",
            "–" if chance.needed is None else str(chance.needed),
        ]
        for chance in fairness
    )
    if not fairness:
        return []
    return [f"<h2>{t('fairness')}</h2>", f'<p class="hint">{t("fairness.hint")}</p>', _table(heads, rows)]


def _times(t: _Words, fight_analysis: FightAnalysis) -> list[str]:
    heads = [(t("seat"), False), *((t(key), True) for key in ("decisions", "median", "longest", "hits"))]
    rows = (
        [
            safe(seat.name),
            str(seat.decisions),
            *(t("seconds", n=round(ms / 1000, 1)) if ms is not None else "–" for ms in (seat.median, seat.longest)),
            _hits(seat.successes),
        ]
        for seat in fight_analysis.seats
    )
    return [f"<h2>{t('time')}</h2>", _table(heads, rows)]


def _rolls(t: _Words, fight_analysis: FightAnalysis, names: Mapping[str, str]) -> list[str]:
    heads = [(t("version"), True), (t("name"), False), (t("for"), False), (t("dice"), False)]
    heads += [(t("chance"), True), (t("end"), False)]
    rows = (
        [
            str(roll.version),
            safe(names.get(roll.by, "")),
            safe(roll.label),
            f"{roll.dice}: {', '.join(map(str, roll.faces))}",
            f"{roll.chance / 10:.1f} %",
            "" if roll.passed is None else t("passed" if roll.passed else "failed"),
        ]
        for roll in fight_analysis.rolls
        if roll.chance is not None
    )
    return [f"<h2>{t('rolls')}</h2>", _table(heads, rows)]


def rolls_csv(fight_analysis: FightAnalysis) -> str:
    """All rolls, a line each; the first line names the columns."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("version", "by", "label", "dice", "faces", "typed", "chance", "passed"))
    for roll in fight_analysis.rolls:
        faces, chance = " ".join(map(str, roll.faces)), "" if roll.chance is None else roll.chance / 1000
        passed = "" if roll.passed is None else int(roll.passed)
        writer.writerow((roll.version, roll.by, roll.label, roll.dice, faces, int(roll.typed), chance, passed))
    return out.getvalue()
