"""`python -m bench`: measure, print a table, and say which aims were met (exit 0 anyway)."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from pathlib import Path

from bench.figures import Figure, Setting, table, to_json
from bench.measure import bench
from bench.sections import FULL, QUICK, Sections


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure rules-check.")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write the figures as JSON")
    parser.add_argument("--quick", action="store_true", help="small sets, to try the benchmark")
    args = parser.parse_args()
    setting = Setting(platform.python_version(), os.cpu_count() or 1, args.quick)
    figures: list[Figure] = []
    with bench() as place:
        sections = Sections(place, QUICK if args.quick else FULL)
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
