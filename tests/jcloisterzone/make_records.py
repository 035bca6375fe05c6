"""Makes the records of `tests/records` from games recorded from JCloisterZone's engine.

    python tests/jcloisterzone/make_records.py FILE.json.gz ...

Beside each record in our own format stands what the oracle says: at every decision the number of
choices and a digest of their texts, after every turn the points. Games that differ are refused.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from carcassonne_core.jcloisterzone import Replay, read_game
from carcassonne_core.jcloisterzone.translation import translate
from carcassonne_core.record import dumps_record

FOLDER = Path(__file__).parent.parent / "records"


def digest(texts: Iterable[str]) -> str:
    """A short name of a set of choices."""
    return sha256("\n".join(sorted(texts)).encode()).hexdigest()[:12]


def make(path: Path) -> None:
    """Writes a record, and what the oracle says at each of its plies."""
    recorded = read_game(path)
    rules = translate(recorded.setup).rules
    assert rules is not None, f"{path} plays something that we do not"
    replay = Replay(recorded, rules).run()
    assert not replay.differences, replay.differences[0]
    name = path.name.removesuffix(".json.gz")
    record = json.loads(dumps_record(replay.game))
    (FOLDER / f"{name}.json").write_text(_compact(record))
    said = {
        "choices": [f"{ply} {len(texts)} {digest(texts)}" for ply, texts in replay.expected],
        "points": [f"{ply} {' '.join(map(str, points))}" for ply, points in replay.totals],
        "final": list(recorded.final.points),
    }
    (FOLDER / f"{name}.oracle.json").write_text(_compact(said))


def _compact(contents: dict[str, object]) -> str:
    """JSON with one action a line, so that a record can be read and compared."""
    lines = []
    for key, value in contents.items():
        text = json.dumps(value)
        if isinstance(value, list) and len(value) > 10:
            text = "[\n" + ",\n".join(map(json.dumps, value)) + "]"
        lines.append(f"{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file in sys.argv[1:]:
        make(Path(file))
