"""Golden playthroughs: a game as a text in which every public question is answered at every action.

A playthrough begins with its set-up, one JSON line, and goes on with one block for each action: the
action, then an indented line for each answer. So any engine, in any language, can push the actions
one by one and compare; and a playthrough is compared by pushing its own actions again, not by
chance. A digest is the beginning of the SHA-256 of the sorted texts, joined by line feeds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any

from attrs import frozen

from carcassonne_core.action import Action, Place, segment_words
from carcassonne_core.board import Board
from carcassonne_core.errors import CarcassonneError, Refusal
from carcassonne_core.event import Event, Sentence
from carcassonne_core.feature import Feature, Figure, SegmentId
from carcassonne_core.game import Game
from carcassonne_core.notation import action_text, parse_action
from carcassonne_core.rule_set import RuleSet

__all__ = ["GoldenSetup", "PlaythroughError", "check_playthrough", "playthrough"]

_SHOWN = 2
"""How many of the first and of the last legal actions are written out."""


class PlaythroughError(CarcassonneError):
    """A playthrough is not what the rules make of its actions.

    Attributes:
        line: the number of the first line that differs, counted from 1.
        expected: what the playthrough says there.
        actual: what the rules say.
    """

    def __init__(self, line: int, expected: str, actual: str) -> None:
        self.line, self.expected, self.actual = line, expected, actual
        super().__init__(f"line {line}: the playthrough says {expected!r}, the rules {actual!r}")


@frozen
class GoldenSetup:
    """What a playthrough is played with.

    Attributes:
        rules: the rules; of installed expansions, so that the playthrough can be read again.
        players: the number of players.
        seed: chooses the actions when the playthrough is made anew.
        actions: after how many of them the game is ended, everything unfinished counted.
        draw_order: tiles that are drawn first.
    """

    rules: RuleSet
    players: int = 2
    seed: int = 0
    actions: int = 100
    draw_order: tuple[str, ...] = ()


def playthrough(setup: GoldenSetup) -> str:
    """A new playthrough; the same set-up always gives the same.

    Example:
        >>> text = playthrough(GoldenSetup(RuleSet(), actions=4))
        >>> for line in text.splitlines()[1:5]:
        ...     print(line)
        start
          step draw of base by 0; turn 1 of 0; hand -; stack 71
          scores 0 0; projected 0 0
          supply follower 7 7
    """
    game, random = Game(setup.players, setup.rules, draw_order=setup.draw_order), Random(setup.seed)
    texts = []
    while not game.is_over and game.ply < setup.actions:
        action = _chosen(game, random)
        texts.append(action_text(game, action))
        game.push(action)
    return _written(Game(setup.players, setup.rules, draw_order=setup.draw_order), texts)


def check_playthrough(text: str) -> None:
    """Pushes the actions of a playthrough again and compares every answer.

    Raises:
        PlaythroughError: an answer differs, or an action is refused; says where.

    Example:
        >>> text = playthrough(GoldenSetup(RuleSet(), actions=4))
        >>> check_playthrough(text)
        >>> check_playthrough(text.replace("follower 7 7", "follower 7 6", 1))
        Traceback (most recent call last):
        ...
        carcassonne_core.testing.golden.PlaythroughError: line 5: the playthrough says \
'  supply follower 7 6', the rules '  supply follower 7 7'
    """
    lines = text.splitlines()
    texts = [line.partition(" ")[2] for line in lines if line[:1].isdigit()]
    try:
        setup = json.loads(lines[0])
        chosen = {name: setup[name] for name in ("options", "sets", "meeples")}
        rules = RuleSet(setup["expansions"], **chosen)
        game = Game(setup["players"], rules, draw_order=setup["draw_order"])
    except (CarcassonneError, ValueError, KeyError, IndexError) as error:
        raise PlaythroughError(1, lines[0] if lines else "", f"no set-up: {error}") from error
    actual = _written(game, texts).splitlines()
    for number in range(max(len(lines), len(actual))):
        one = lines[number] if number < len(lines) else "the end"
        two = actual[number] if number < len(actual) else "the end"
        if one != two:
            raise PlaythroughError(number + 1, one, two)


def _chosen(game: Game, random: Random) -> Action:
    """A legal action; tiles lie close together, and what expansions and figures can do comes more
    often than its share, so that much happens in a short game."""
    if game.is_chance and game.step.owner == "base":
        return game.sample_chance(random)
    actions = tuple(game.legal_actions)
    board = game.board
    places = [action for action in actions if isinstance(action, Place)]
    around = [sum(p in board for p in action.position.surroundings) for action in places]
    owners = game.rules.action_owners
    groups: list[Sequence[Action]] = [
        [place for place, count in zip(places, around, strict=True) if count == max(around)],
        [action for action in actions if owners[type(action)].name != "base"],
        [action for action in actions if action.figure not in (None, "follower")],
        [action for action in actions if action.figure and " field " not in _text(game, action)],
        actions,
    ]
    for group in groups:
        if group and (group is actions or random.random() < 0.5):
            return group[int(random.random() * len(group))]
    return actions[0]


def _text(game: Game, action: Action) -> str:
    return f"{action_text(game, action)} "


# ------------------------------------------------------------------------------------ writing


def _written(game: Game, texts: Sequence[str]) -> str:
    rules = game.rules
    setup: Mapping[str, Any] = {
        "players": game.players,
        "expansions": list(rules.names),
        "options": dict(rules.options),
        "sets": dict(rules.sets),
        "meeples": dict(rules.meeple_counts),
        "draw_order": list(game.draw_order),
    }
    lines = [json.dumps(setup, ensure_ascii=False), "start", *_answers(game)]
    for number, text in enumerate(texts, 1):
        lines.append(f"{number} {text}")
        try:
            game.push(parse_action(game, text))
        except CarcassonneError as error:
            lines.append(f"  refused: {error}")
            return "\n".join(lines) + "\n"
        lines += _answers(game)
    if not game.is_over:
        ended = game.ended_now()
        seen = len(game.latest_events)
        lines += ["ended", *_answers(ended, ended.latest_events[seen:])]
    return "\n".join(lines) + "\n"


def _answers(game: Game, events: Sequence[Event] | None = None) -> Iterator[str]:
    """The answers to every question, each as a line."""
    step, board, seats = game.step, game.board, range(game.players)
    name = f"{step.name} of {step.owner}" + (" (chance)" if step.is_chance else "")
    name = name.replace("draw of base (chance)", "draw of base")
    hand = game.hand or "-"
    yield (
        f"  step {name} by {step.player}; turn {game.turn} of {game.turn_player}; "
        f"hand {hand}; stack {game.tiles_left}"
    )
    yield f"  scores {_numbers(game.scores)}; projected {_numbers(game.projected_scores())}"
    supplies = (
        f"{kind.name} {_numbers(game.supply(seat, kind.name) for seat in seats)}"
        for kind in game.rules.meeples
    )
    yield f"  supply {'; '.join(supplies)}"
    if game.is_over:
        yield f"  winners {_numbers(game.winners)}"
    else:
        yield f"  legal {_legal(game)}"
        yield from (f"  refused {line}" for line in _refused(game))
    features = [_feature(feature, board) for feature in board.features]
    yield f"  features {len(features)}: {_digest(features)}"
    for event in game.latest_events if events is None else events:
        for sentence in event.told():
            yield f"  event {_sentence(sentence, board)}"


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _digest(texts: Iterable[str]) -> str:
    return sha256("\n".join(sorted(texts)).encode()).hexdigest()[:12]


def _legal(game: Game) -> str:
    texts = [action_text(game, action) for action in game.legal_actions]
    shown = texts
    if len(texts) > 2 * _SHOWN + 1:
        shown = [*texts[:_SHOWN], "...", *texts[-_SHOWN:]]
    return f"{len(texts)}: {' | '.join(shown)}; {_digest(texts)}"


def _refused(game: Game) -> Iterator[str]:
    """The reasons against a fixed set of odd actions, those with the same reasons on one line."""
    found: dict[str, list[str]] = {}
    for text in _odd(game):
        action = parse_action(game, text)
        reasons = " ".join(map(_reason, game.refusals(action))) or "nothing"
        found.setdefault(reasons, []).append(text)
    for reasons, texts in found.items():
        yield f"{reasons}: {'; '.join(texts)}"


def _odd(game: Game) -> Iterator[str]:
    """Too early, too far, occupied, on another tile, unknown, or passed."""
    tile = game.hand or game.rules.start.id
    first = next(iter(game.board))
    kinds = [kind.name for kind in game.rules.meeples]
    yield f"place {tile} R0 @{first}"
    yield f"place {tile} R0 @{game.board.frontier[0]}"
    yield f"place {tile} R180 @99,99"
    last = " ".join(segment_words(SegmentId(game.placed, 0), game.board))
    yield from (f"deploy {kind} {last}" for kind in kinds)
    yield f"deploy follower segment 9 @{first}"
    yield "draw XX/X"
    yield "pass"


def _reason(refusal: Refusal) -> str:
    return refusal.code if refusal.owner == "base" else refusal.key


def _feature(feature: Feature, board: Board) -> str:
    """Kind, places in order, what is missing, pennants, and figures."""
    places = sorted(" ".join(segment_words(segment, board)[1:]) for segment in feature.segments)
    figures = sorted(_fact(figure, board) for figure in feature.figures)
    missing, pennants = feature.missing, feature.pennants
    return f"{feature.kind.name} {', '.join(places)}; {missing} {pennants}; {', '.join(figures)}"


def _sentence(sentence: Sentence, board: Board) -> str:
    facts = ", ".join(f"{name}={_fact(value, board)}" for name, value in sentence.facts)
    return f"{sentence.code} {facts}"


def _fact(value: object, board: Board) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_fact(part, board) for part in value)}]"
    if isinstance(value, Sentence):
        return f"({_sentence(value, board)})"
    if isinstance(value, SegmentId):
        return " ".join(segment_words(value, board))
    if isinstance(value, Figure):
        return f"{value.meeple.name} of {value.player} {_fact(value.segment, board)}"
    if isinstance(value, Refusal):
        return _reason(value)
    name = getattr(value, "name", None)
    return name if isinstance(name, str) else str(value)
