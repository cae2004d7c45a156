"""`rules-check check` in every format: valid, the same findings, the same bytes every time."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from rules_check import cli
from rules_check.output import FORMATS
from tests.effort import LONG, tries, with_grammar
from tests.rules_check.forgetting import forget_checks
from tests.rules_check.reports import headlines, schema

ROOT = Path(__file__).parents[2]
BAD = ROOT / "tests" / "wordings" / "bad"
BAD_WORDINGS = [
    BAD / f"{name}.txt"
    for name in (
        *("allowance-used", "emoji", "several-errors", "three-questions-at-once"),
        *("rc002-not-utf-8", "rc003-binary-file", "rc012-duplicate-name", "rc014-line-too-long"),
        *("rc015-right-to-left-mark", "rc301-settled-by-a-clarification", "rc501-house-style"),
    )
]


made_once = pytest.mark.xdist_group("reports")


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """The report about every bad wording (and a missing file), by format; made once."""
    cache = tmp_path_factory.mktemp("cache")
    made: dict[str, str] = {}
    names = [path.relative_to(ROOT).as_posix() for path in BAD_WORDINGS]

    def report(format_: str) -> str:
        if format_ not in made:
            with pytest.MonkeyPatch.context() as patch:
                patch.chdir(ROOT)
                patch.setenv("RULES_CHECK_CACHE", str(cache))
                out = io.StringIO()
                patch.setattr(sys, "stdout", out)
                words = ["--no-proofs", "--format", format_, *names, "no-such.txt"]
                assert cli.main(words) == 2
            made[format_] = out.getvalue()
        return made[format_]

    return report


@made_once
def test_json_fits_its_schema(reports: Callable[[str], str]) -> None:
    document = json.loads(reports("json"))
    jsonschema.validate(document, schema("report.schema.json"))
    assert document["summary"]["files"] == len(BAD_WORDINGS) + 1
    assert document["diagnostics"][-1]["code"] == "RC001"
    assert document["suppressed"]


@made_once
def test_sarif_fits_its_schema(reports: Callable[[str], str]) -> None:
    document = json.loads(reports("sarif"))
    jsonschema.validate(document, schema("sarif-2.1.0-subset.json"))
    (run,) = document["runs"]
    known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} <= known


@made_once
def test_junit_is_xml_and_counts_the_errors(reports: Callable[[str], str]) -> None:
    document = json.loads(reports("json"))
    suites = ElementTree.fromstring(reports("junit"))
    with_errors = {
        (d["place"]["file"], d["place"]["card"])
        for d in document["diagnostics"]
        if d["severity"] == "error"
    }
    assert int(suites.attrib["failures"]) >= len(with_errors)
    assert len(suites) == len(BAD_WORDINGS) + 1


@made_once
def test_github_has_one_command_for_each_finding(reports: Callable[[str], str]) -> None:
    document = json.loads(reports("json"))
    commands = [line for line in reports("github").splitlines() if line.startswith("::")]
    assert len(commands) == len(document["diagnostics"])


@made_once
def test_every_format_has_the_same_findings(reports: Callable[[str], str]) -> None:
    document = json.loads(reports("json"))
    codes = [d["code"] for d in document["diagnostics"]]
    assert [h.split()[1] for h in headlines(reports("text"))] == codes
    results = json.loads(reports("sarif"))["runs"][0]["results"]
    shown = [r["ruleId"] for r in results if not r.get("suppressions")]
    assert shown == codes


# ----------------------------------------------------------------------- same every time

EVERY_FORMAT = """
import sys
from rules_check.cli import main
for format in {formats!r}:
    main(["check", "--no-proofs", *sys.argv[1:], "--format", format])
main(["check", "--no-proofs", *sys.argv[1:], "--echo"])
main(["check", *sys.argv[1:], "--summary"])
"""


def output_with(seed: str, cache: Path, files: list[str]) -> bytes:
    done = subprocess.run(
        [sys.executable, "-c", EVERY_FORMAT.format(formats=FORMATS), *files],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed, "RULES_CHECK_CACHE": str(cache)},
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    return done.stdout


def test_same_input_same_bytes(tmp_path: Path, one_cache: Path) -> None:
    """With other hash seeds, without and with sentences from the cache."""
    names = ("three-questions-at-once", "several-errors", "rc501-house-style", "emoji")[
        : tries(1, 4)
    ]
    files = [f"tests/wordings/bad/{name}.txt" for name in names]
    first = output_with("0", with_grammar(tmp_path / "cache", one_cache), files)
    assert len(first) > 1000
    assert output_with("1", tmp_path / "cache", files) == first
    assert forget_checks(tmp_path / "cache") == 2
    assert output_with("1", tmp_path / "cache", files) == first
    if LONG:
        assert output_with("2", tmp_path / "other", files) == first
