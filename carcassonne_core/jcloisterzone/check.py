"""Checks any number of recorded games, on several processors if wanted, and sums up the findings.

Example:
    >>> report = check_paths([])
    >>> report.is_good, report_table(report)
    (True, [])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from attrs import frozen

from carcassonne_core.jcloisterzone.json_value import OracleFileError
from carcassonne_core.jcloisterzone.perft_cases import (
    MAX_LINES,
    compare_case,
    is_perft_case,
    read_perft_case,
)
from carcassonne_core.jcloisterzone.reader import read_game
from carcassonne_core.jcloisterzone.replay import Difference, Replay
from carcassonne_core.jcloisterzone.save_reader import read_save
from carcassonne_core.jcloisterzone.save_replay import SaveReplay
from carcassonne_core.jcloisterzone.save_translation import translate_save
from carcassonne_core.jcloisterzone.translation import translate

__all__ = ["CASE", "HEADINGS", "SUFFIXES", "CheckReport", "ConfigurationReport", "GameReport"]
__all__ += ["check_game", "check_paths", "report_table"]

SUFFIXES = (".json.gz", ".jcz")
"""Ends of the names of recorded games and of replays; such files of a folder are checked, and its
perft cases."""

CASE = ".json"
"""End of the names of perft cases; other JSON of a folder is left alone."""

HEADINGS = ("configuration", "games", "steps", "compared", "differences", "skipped and why")
"""What the columns of `report_table` are."""


@frozen
class GameReport:
    """What came of one file.

    Attributes:
        file: its path.
        configuration: what it plays, by its own word, or by the file's name if it is unreadable;
        differences: the differences found.
        needs: what we would need in order to play it; then nothing was compared.
        failure: why it cannot be read.
        deeper: how many depths of a perft case have too many lines to be compared.
    """

    file: str
    configuration: str
    steps: int = 0
    compared: int = 0
    differences: tuple[Difference, ...] = ()
    needs: tuple[str, ...] = ()
    failure: OracleFileError | None = None
    deeper: int = 0


@frozen
class ConfigurationReport:
    """What came of all the games of one configuration.

    Attributes:
        name: the configuration.
        games: how many games were replayed.
        steps: how many steps they had, or depths of a perft case were compared.
        compared: how many choices, assertions and numbers of the oracle were compared.
        differences: how many differences were found.
        skipped: how many games were not replayed, by the reason.
        failures: how many files could not be read.
        deeper: how many depths of perft cases have too many lines to be compared.
    """

    name: str
    games: int
    steps: int
    compared: int
    differences: int
    skipped: Mapping[str, int]
    failures: int
    deeper: int = 0


@frozen
class CheckReport:
    """What came of all the files, in the order in which they were given."""

    games: tuple[GameReport, ...]

    @property
    def configurations(self) -> tuple[ConfigurationReport, ...]:
        """The findings by configuration, in the order of their names."""
        by_name: dict[str, list[GameReport]] = {}
        for game in self.games:
            by_name.setdefault(game.configuration, []).append(game)
        return tuple(_configuration(name, games) for name, games in sorted(by_name.items()))

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Every difference, game by game; a game is given up after ten."""
        return tuple(difference for game in self.games for difference in game.differences)

    @property
    def failures(self) -> tuple[OracleFileError, ...]:
        """Why files could not be read."""
        return tuple(game.failure for game in self.games if game.failure is not None)

    @property
    def is_good(self) -> bool:
        """Whether there is neither a difference nor an unreadable file."""
        return not self.differences and not self.failures


def check_game(path: str | Path, *, max_lines: int = MAX_LINES) -> GameReport:
    """Replays one recorded game in our engine and compares it step by step.

    A replay with expected results is played, and then its assertions are judged; the lines of a
    perft case are counted, up to `max_lines` for one depth (0: without limit).
    """
    file, (recording, save) = str(path), SUFFIXES
    if file.endswith(save):
        return _check_save(file)
    if file.endswith(CASE):
        return _check_case(file, max_lines)
    configuration = Path(path).name.removesuffix(recording).rpartition("-")[0] or file
    try:
        recorded = read_game(path)
        configuration = recorded.configuration
        translation = translate(recorded.setup)
        if translation.rules is None:
            return GameReport(file, configuration, needs=translation.needs)
        replay = Replay(recorded, translation.rules).run()
    except OracleFileError as failure:
        return GameReport(file, configuration, failure=failure)
    return GameReport(file, configuration, replay.steps, replay.choices, tuple(replay.differences))


def _check_save(file: str) -> GameReport:
    folder = Path(file).absolute().parent.name
    try:
        saved = read_save(file)
        translation = translate_save(saved)
        if translation.rules is None:
            return GameReport(file, folder, needs=translation.needs)
        replay = SaveReplay(saved, translation.rules).run()
    except OracleFileError as failure:
        return GameReport(file, folder, failure=failure)
    return GameReport(file, folder, replay.steps, replay.compared, tuple(replay.differences))


def _check_case(file: str, max_lines: int) -> GameReport:
    name = Path(file).name.removesuffix(CASE)
    try:
        case = read_perft_case(file)
        name = case.name
        translation = translate(case.setup)
        if translation.rules is None:
            return GameReport(file, name, needs=translation.needs)
        found = compare_case(case, translation.rules, max_lines)
    except OracleFileError as failure:
        return GameReport(file, name, failure=failure)
    left_out = found.left_out
    return GameReport(file, name, found.depths, found.compared, found.differences, deeper=left_out)


def check_paths(
    paths: Iterable[str | Path],
    *,
    progress: Callable[[GameReport], object] | None = None,
    workers: int = 1,
    max_lines: int = MAX_LINES,
) -> CheckReport:
    """Replays recorded games in our engine and compares them step by step.

    Args:
        paths: files, or folders; of these the files `*.json.gz` and `*.jcz` are taken, and the
            `*.json` that are perft cases, those in subfolders too.
        progress: called with the report of each game, in order, as soon as it is there.
        workers: number of processes. More than one are started as `multiprocessing` starts them
            by default, which may ask that the calling script guards its main module.
        max_lines: so many lines a depth of a perft case may have to be counted; 0 for any number.
    """
    files = [file for path in paths for file in _files(Path(path))]
    games = []
    for game in _check_all(files, workers, max_lines):
        games.append(game)
        if progress is not None:
            progress(game)
    return CheckReport(tuple(games))


def report_table(report: CheckReport) -> list[tuple[str, ...]]:
    """A row of texts for each configuration, in the columns of `HEADINGS`."""
    return [
        (
            found.name,
            str(found.games),
            str(found.steps),
            str(found.compared),
            str(found.differences),
            "; ".join(_remarks(found)),
        )
        for found in report.configurations
    ]


def _remarks(found: ConfigurationReport) -> Iterator[str]:
    for reason, number in sorted(found.skipped.items()):
        yield f"{number}: needs {reason}"
    if found.deeper:
        yield f"{found.deeper} deeper: too many lines"
    if found.failures:
        yield f"{found.failures} unreadable"


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(
        file
        for file in path.rglob("*")
        if file.name.endswith(SUFFIXES) or (file.name.endswith(CASE) and is_perft_case(file))
    )


def _check_all(files: list[Path], workers: int, max_lines: int) -> Iterator[GameReport]:
    check = partial(check_game, max_lines=max_lines)
    if workers <= 1 or len(files) < 2:
        yield from map(check, files)
        return
    with ProcessPoolExecutor(min(workers, len(files))) as pool:
        yield from pool.map(check, files)


def _configuration(name: str, games: list[GameReport]) -> ConfigurationReport:
    played = [game for game in games if not game.needs and game.failure is None]
    return ConfigurationReport(
        name,
        len(played),
        sum(game.steps for game in played),
        sum(game.compared for game in played),
        sum(len(game.differences) for game in played),
        Counter(", ".join(game.needs) for game in games if game.needs),
        sum(game.failure is not None for game in games),
        sum(game.deeper for game in games),
    )
