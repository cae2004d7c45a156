"""`python -m bench`: measure, print a table, and say which aims were met (exit 0 anyway).

`--profile NAME` measures nothing; it shows where the time of random play goes.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from pathlib import Path

from bench import dominion
from bench.figures import Figure, Setting, table, to_json
from bench.measure import bench
from bench.profiling import YARDSTICK, profile
from bench.sections import FULL, QUICK, Sections
from rules_check.oracle.names import PLAY_SETS


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure rules-check.")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write the figures as JSON")
    parser.add_argument("--quick", action="store_true", help="small sets, to try the benchmark")
    parser.add_argument(
        "--profile",
        metavar="NAME",
        choices=(*PLAY_SETS, YARDSTICK),
        help=f"measure nothing; show where the time of random play goes ({', '.join(PLAY_SETS)},"
        f" or {YARDSTICK} if it is installed)",
    )
    args = parser.parse_args()
    plan = QUICK if args.quick else FULL
    if args.profile is not None:
        if args.profile == YARDSTICK and dominion.version() is None:
            parser.error(f"{YARDSTICK} is not installed")
        sys.stdout.write(profile(args.profile, plan.engine.games))
        return
    cores = os.cpu_count() or 1
    setting = Setting(platform.python_version(), cores, args.quick, dominion.version())
    figures: list[Figure] = []
    with bench() as place:
        sections = Sections(place, plan)
        for figure in sections.all():
            if not figures or figure.section != figures[-1].section:
                print(figure.section, "…", file=sys.stderr, flush=True)
            figures.append(figure)
        figures = [figure.compared(place.bare) for figure in (sections.yardstick(), *figures)]
    sys.stdout.write(table(setting, figures))
    if args.json is not None:
        args.json.write_text(to_json(setting, figures), encoding="utf-8")


if __name__ == "__main__":
    main()
