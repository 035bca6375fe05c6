"""How long `import carcassonne_core` takes in a fresh process, and what it must not load.

    python benchmarks/import_time.py [--runs N] [--import MODULE]

Prints the median of several fresh processes in milliseconds, start of the interpreter left out;
fails if networkx or shapely has been loaded.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

HEAVY = ("networkx", "shapely", "numpy")
PROGRAM = """
import sys, time
before = set(sys.modules)
start = time.perf_counter()
import {module}
seconds = time.perf_counter() - start
loaded = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(1000 * seconds, *sorted(loaded & set({heavy!r})))
"""


def measured(module: str) -> tuple[float, list[str]]:
    program = PROGRAM.format(module=module, heavy=HEAVY)
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    milliseconds, *heavy = done.stdout.split()
    return float(milliseconds), heavy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--import", dest="module", default="carcassonne_core")
    arguments = parser.parse_args()
    measured(arguments.module)  # compiles what has no bytecode yet
    runs = [measured(arguments.module) for _ in range(arguments.runs)]
    milliseconds = statistics.median(run for run, _ in runs)
    print(f"import {arguments.module}: {milliseconds:.1f} ms, median of {len(runs)} processes")
    heavy = sorted({name for _, names in runs for name in names})
    print(f"heavy packages loaded: {', '.join(heavy) or 'none'}")
    if heavy:
        sys.exit(1)


if __name__ == "__main__":
    main()
