"""Numbers of lines that another engine counted, compared with ours: one JSON file for each case.

A case names a set-up and a forced draw order; `counts` holds, for each depth, the lines of so many
turn parts, how they split by what was done in the last one, and sums over their ends. What a line
is, both sides understand alike (see `carcassonne_core.perft`); only the words of the split differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import field, frozen

from carcassonne_core.errors import CarcassonneError
from carcassonne_core.game import Game
from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.facts import Setup
from carcassonne_core.jcloisterzone.json_value import MOST, OracleFileError, Value, parse_json
from carcassonne_core.jcloisterzone.reader import read_setup
from carcassonne_core.jcloisterzone.replay import Difference
from carcassonne_core.perft import DepthCount, Perft, perft
from carcassonne_core.rule_set import RuleSet

__all__ = ["MAX_LINES", "CaseCount", "Comparison", "CountDifference", "PerftCase", "compare_case"]
__all__ += ["is_perft_case", "last_ply", "read_perft_case"]

MAX_LINES = 200_000
"""So many lines a depth may have to be counted, if nothing else is said."""

_PHANTOM = "flying_machines.phantom_after_failed_flight"
_MOST_LISTED = 8
_THEIR_FEATURES = {ours: theirs for theirs, ours in names.FEATURES.items()}
_THEIR_MEEPLES = {ours: theirs for theirs, ours in names.MEEPLES.items()}


@frozen
class CaseCount:
    """What the other engine counted for one depth; None where it does not say.

    Attributes:
        depth: how many turn parts a line has.
        lines: how many lines there are.
        placements: how many placements were made in the last turn part.
        split: the lines by what was done in the last turn part, in its own words.
        points: by seat, the sum of the scores.
        figures: the sum of the figures on the board.
        discards: after how many shorter lines a tile was discarded.
        strict: the lines if nothing may follow a flight that failed.
    """

    depth: int
    lines: int
    placements: int
    split: Mapping[str, int]
    points: tuple[int, ...] | None
    figures: int | None
    discards: int
    strict: int | None


@frozen
class PerftCase:
    """A case, read and checked.

    Attributes:
        file: its path.
        name: what it is called.
        setup: what is played.
        draw: the forced draw order.
        counts: what was counted, by depth.
        divide_depth: the depth of the divide.
        divide: lines by first placement: `"x,y,R90"`.
    """

    file: str
    name: str
    setup: Setup
    draw: tuple[str, ...]
    counts: tuple[CaseCount, ...]
    divide_depth: int
    divide: Mapping[str, int]


@frozen
class CountDifference(Difference):
    """A number on which the two engines disagree; its step is the depth."""

    def __str__(self) -> str:
        return (
            f"{self.file}, depth {self.step}: {self.what}: ours {self.ours}; theirs {self.theirs}"
        )


@frozen
class Comparison:
    """What came of comparing a case.

    Attributes:
        depths: how many depths were compared.
        left_out: how many were not, because they have too many lines.
        compared: how many numbers were compared.
        differences: those that are not equal.
    """

    depths: int = 0
    left_out: int = 0
    compared: int = 0
    differences: tuple[CountDifference, ...] = field(default=())


def is_perft_case(path: str | Path) -> bool:
    """Whether a JSON file looks like a case; other JSON may lie beside it."""
    with open(path, "rb") as stream:
        text = stream.read(MOST)
    return b'"draw"' in text and b'"counts"' in text and b'"divide"' in text


def read_perft_case(path: str | Path) -> PerftCase:
    """Reads a case.

    Raises:
        OracleFileError: it cannot be read; names the file and the field.
    """
    file = str(path)
    try:
        with open(path, "rb") as stream:
            data = parse_json(stream.read(MOST + 1), file)
    except OSError as error:
        raise OracleFileError(file, "", f"cannot be read: {error}") from error
    setup = data["setup"]
    counts = tuple(map(_count, data["counts"]))
    if not counts or [count.depth for count in counts] != list(range(1, len(counts) + 1)):
        raise data["counts"].fault("expected depths 1, 2 and so on")
    return PerftCase(
        file,
        data["name"].text,
        read_setup(setup, setup["players"].number),
        tuple(tile.text for tile in data["draw"]),
        counts,
        data["divideDepth"].number,
        _numbers(data["divide"]),
    )


def _count(count: Value) -> CaseCount:
    def number(name: str) -> int | None:
        value = count.get(name)
        return None if value is None else value.number

    return CaseCount(
        count["depth"].number,
        count["lines"].number,
        count["placements"].number,
        _numbers(count["lastPly"]),
        count["pointsSum"].numbers if "pointsSum" in count else None,
        number("figuresSum"),
        number("discards") or 0,
        number("linesNoPhantomAfterFailedFlight"),
    )


def _numbers(value: Value) -> Mapping[str, int]:
    return {name: number.number for name, number in value.entries.items()}


def compare_case(case: PerftCase, rules: RuleSet, max_lines: int = MAX_LINES) -> Comparison:
    """Counts a case by our rules and compares every number.

    Args:
        case: the case.
        rules: our rules for its set-up.
        max_lines: depths that have more lines, by the case's word, are left out; 0 for none.

    Raises:
        OracleFileError: its draw order cannot be played.
    """
    # The number of lines grows with the depth, so these are the first ones.
    counts = [count for count in case.counts if not max_lines or count.lines <= max_lines]
    if not counts:
        return Comparison(left_out=len(case.counts))
    with_sums = counts[-1].points is not None or counts[-1].figures is not None
    ours = _counted(case, rules, len(counts), with_sums)
    strict = ours
    if _PHANTOM in rules.options and any(count.strict is not None for count in counts):
        options = {**rules.options, _PHANTOM: False}
        meeples = rules.meeple_counts
        other = RuleSet(rules.names, options=options, sets=rules.sets, meeples=meeples)
        strict = _counted(case, other, len(counts), False)
    pairs: list[tuple[int, str, object, object]] = []
    for found, second, count in zip(ours.depths, strict.depths, counts, strict=True):
        pairs += ((count.depth, *pair) for pair in _pairs(found, second, count))
    if case.divide_depth == len(counts):
        divide = {_placement(text): lines for text, lines in ours.divide.items()}
        pairs.append((case.divide_depth, "divide", divide, dict(case.divide)))
    differences = tuple(
        CountDifference(case.file, depth, what, *_texts(mine, theirs))
        for depth, what, mine, theirs in pairs
        if mine != theirs
    )
    return Comparison(len(counts), len(case.counts) - len(counts), len(pairs), differences)


def _counted(case: PerftCase, rules: RuleSet, depth: int, with_sums: bool) -> Perft:
    try:
        game = Game(case.setup.players, rules, draw_order=case.draw)
    except CarcassonneError as error:
        raise OracleFileError(case.file, "draw", str(error)) from error
    return perft(game, depth, with_sums=with_sums)


def _pairs(
    ours: DepthCount, strict: DepthCount, theirs: CaseCount
) -> Iterator[tuple[str, object, object]]:
    """What is compared at one depth: the name of a number, ours and theirs."""
    yield "lines", ours.lines, theirs.lines
    yield "placements", ours.placements, theirs.placements
    split: Counter[str] = Counter()
    for name, lines in ours.split.items():
        split[last_ply(name)] += lines
    yield "last ply", dict(split), dict(theirs.split)
    yield "discards", ours.discards, theirs.discards
    if theirs.points is not None:
        yield "sum of points", ours.points, theirs.points
    if theirs.figures is not None:
        yield "sum of figures", ours.figures, theirs.figures
    if theirs.strict is not None:
        yield "lines with nothing after a failed flight", strict.lines, theirs.strict


def _texts(ours: object, theirs: object) -> tuple[str, str]:
    """Both sides as texts; of tables only the rows that differ."""
    if not isinstance(ours, dict) or not isinstance(theirs, dict):
        return str(ours), str(theirs)
    keys = sorted(key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key))
    more = ", ..." if len(keys) > _MOST_LISTED else ""
    mine, other = (
        ", ".join(f"{key} {table.get(key, 0)}" for key in keys[:_MOST_LISTED]) + more
        for table in (ours, theirs)
    )
    return mine, other


def _placement(text: str) -> str:
    """`place BA/C R180 @0,-1` in their words: `0,-1,R180`."""
    words = text.split()
    return f"{words[-1].removeprefix('@')},{words[-2]}" if words[0] == "place" else text


def last_ply(name: str) -> str:
    """What we say of a line's last ply, in their words.

    Example:
        >>> last_ply("deploy follower city, fly phantom, roll, land road")
        'SmallFollower City + phantom:Phantom flies lands Road'
        >>> last_ply("pass, move city"), last_ply("build barn"), last_ply("no choice")
        ('pass + Wagon City', 'Barn Field', 'no choice')
    """
    parts: list[str] = []
    for step in name.split(", "):
        verb, *words = step.split()
        second = "phantom:" if parts else ""
        if verb == "deploy":
            parts.append(f"{second}{_meeple(words[0])} {_feature(words[1])}")
        elif verb == "fly":
            parts.append(f"{second}{_meeple(words[0])} flies fails")
        elif verb == "land":
            parts[-1] = f"{parts[-1].removesuffix('fails')}lands {_feature(words[0])}"
        elif verb == "build":
            parts.append(f"{_meeple(words[0])} Field")
        elif verb == "move":
            parts.append(f"{_meeple('wagon')} {_feature(words[0])}")
        elif verb == "retrieve":
            parts.append("return ABBOT_RETURN")
        elif verb == "pass":
            parts.append("pass" if words else f"{second}pass")
        elif verb != "roll":
            parts.append(step)
    return " + ".join(parts)


def _meeple(name: str) -> str:
    return _THEIR_MEEPLES.get(name, name)


def _feature(name: str) -> str:
    return _THEIR_FEATURES.get(name, name)
