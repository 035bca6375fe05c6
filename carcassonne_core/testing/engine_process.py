"""An engine in another language: one JSON object a line to its standard input, one a line back.

Every line to the engine has `ask`, the question, and what belongs to it; the engine answers with
`{"answer": ...}`, or with `{"error": "..."}`. It keeps one table and one game: `board` and `start`
replace them. A tile is `[id, x, y, degrees]`, a figure `[seat, figure, kind, place, x, y]`.

| ask | with | answer |
|---|---|---|
| `board` | `players`, `tiles`, `figures` | null |
| `landings` | `meeple`, `x`, `y` | `[kind, place, [rules against it]]` for each segment; or null |
| `is_completed` | `kind`, `place`, `x`, `y` | true or false |
| `points` | `kind`, `place`, `x`, `y` | a number for each seat |
| `start` | `players`, `start`, `stack`, `supply`, `expansions`, `options` | null |
| `legal_actions` | | lists of words: `["place", "BA/C", 180, 0, -1]` |
| `push` | `action` | null |
| `scores` | | a number for each seat |
| `supplies` | | an object for each seat: `{"follower": 7}` |
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Collection, Mapping, Sequence
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any, Self

from attrs import asdict

from carcassonne_core.errors import CarcassonneError
from carcassonne_core.testing.engine_contract import SetUp
from carcassonne_core.testing.plain_actions import PlainAction
from carcassonne_core.testing.table import Spot, Table

__all__ = ["EngineProcess", "EngineProcessError"]


class EngineProcessError(CarcassonneError):
    """An engine's process gave no answer: it ended, was silent, or said something else.

    Attributes:
        question: the line that it was sent.
    """

    def __init__(self, question: str, reason: str) -> None:
        self.question = question
        super().__init__(f"{question}: {reason}")


class EngineProcess:
    """The adapter of an engine that runs as a process of its own; fits every contract.

    The process starts with the first question. One that gave no answer is ended, and the next
    question about a new table or game starts it anew.

    Args:
        command: the program and its arguments.
        seconds: how long an answer may take.

    Example:
        >>> import sys
        >>> program = "import sys; [print('{\\"answer\\": [4, 0]}', flush=True) for _ in sys.stdin]"
        >>> with EngineProcess([sys.executable, "-c", program]) as engine:
        ...     engine.scores(None)
        [4, 0]
    """

    def __init__(self, command: Sequence[str], *, seconds: float = 10.0) -> None:
        self.command, self.seconds = tuple(command), seconds
        self._process: subprocess.Popen[str] | None = None
        self._answers: Queue[str | None] = Queue()

    # ------------------------------------------------------------------ tables
    def board(self, table: Table, /) -> None:
        """Lays tiles and figures on the engine's table."""
        tiles = [(p.tile, p.x, p.y, p.degrees) for p in table.tiles]
        figures = [
            (f.player, f.meeple, f.at.kind, f.at.place, f.at.x, f.at.y) for f in table.figures
        ]
        self.ask("board", players=table.players, tiles=tiles, figures=figures)

    def landings(
        self, board: object, meeple: str, position: tuple[int, int], /
    ) -> Mapping[tuple[str, str], Collection[str]] | None:
        """For each segment of a tile the rules against a landing; None where no tile lies."""
        x, y = position
        found = self.ask("landings", meeple=meeple, x=x, y=y)
        if found is None:
            return None
        return {(str(kind), str(place)): tuple(laws) for kind, place, laws in found}

    def is_completed(self, board: object, spot: Spot, /) -> bool:
        """Whether the feature at a place is complete."""
        return bool(self.ask("is_completed", **asdict(spot)))

    def points(self, board: object, spot: Spot, /) -> Sequence[int]:
        """What each seat is paid for the feature at a place."""
        return list(self.ask("points", **asdict(spot)))

    # ------------------------------------------------------------------ games
    def start(self, set_up: SetUp, /) -> None:
        """Begins a new game."""
        self.ask("start", **asdict(set_up))

    def legal_actions(self, game: object, /) -> Collection[PlainAction]:
        """Everything that may be done now."""
        return [tuple(words) for words in self.ask("legal_actions")]

    def push(self, game: object, action: PlainAction, /) -> None:
        """Carries out an action."""
        self.ask("push", action=action)

    def scores(self, game: object, /) -> Sequence[int]:
        """The points of each seat."""
        return list(self.ask("scores"))

    def supplies(self, game: object, /) -> Sequence[Mapping[str, int]]:
        """For each seat how many figures of each kind are in its supply."""
        return list(self.ask("supplies"))

    # ------------------------------------------------------------------ the process
    def ask(self, question: str, **facts: object) -> Any:
        """Sends a question and waits for the answer.

        Raises:
            EngineProcessError: there is none in time, it is no JSON object, or it is an error.
        """
        line = json.dumps({"ask": question, **facts})
        if self._process is None:
            self._begin(line)
        process = self._process
        assert process is not None
        assert process.stdin is not None
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            answer = self._answers.get(timeout=self.seconds)
        except Empty:
            raise self._failed(line, f"no answer in {self.seconds:g} seconds") from None
        except OSError as error:
            raise self._failed(line, f"the process does not listen: {error}") from error
        if answer is None:
            raise self._failed(line, "the process has ended without an answer")
        try:
            found = json.loads(answer)
        except json.JSONDecodeError as error:
            raise self._failed(line, f"the answer {answer!r} is no JSON: {error}") from error
        if isinstance(found, dict) and "error" in found:
            raise EngineProcessError(line, str(found["error"]))
        if not isinstance(found, dict) or "answer" not in found:
            raise self._failed(line, f'{answer!r} is no object with "answer" or "error"')
        return found["answer"]

    def _begin(self, line: str) -> None:
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, encoding="utf-8")
        except OSError as error:
            raise EngineProcessError(line, f"cannot start {self.command[0]}: {error}") from error
        self._process, self._answers = process, Queue()
        assert process.stdout is not None
        Thread(target=_listen, args=(process.stdout, self._answers), daemon=True).start()

    def _failed(self, line: str, reason: str) -> EngineProcessError:
        self.close()
        return EngineProcessError(line, reason)

    def close(self) -> None:
        """Ends the process, if it runs."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(timeout=1)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _listen(stdout: IO[str], answers: Queue[str | None]) -> None:
    """Puts every line that a process says into a queue, and None when it has ended."""
    with stdout:
        for line in stdout:
            answers.put(line)
    answers.put(None)
