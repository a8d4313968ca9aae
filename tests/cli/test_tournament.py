"""The lab from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.tools import run


def test_a_tournament_tells_shares_and_writes_result_and_report(tmp_path: Path) -> None:
    call = ("tournament", "thieves", "--bots", "random,greedy", "--matches", "6", "--seats", "3", "--jobs", "1")
    first = run(*call, "--out", str(tmp_path), "--beliefs", "1")
    assert first.exit_code == 0
    assert "greedy" in first.output
    assert "mirror" in first.output
    result = json.loads((tmp_path / "thieves-3.json").read_text())
    assert [(c["one"], c["rest"], c["wins"]["of"]) for c in result["cells"]] == [
        ("random", "random", 18),
        ("random", "greedy", 6),
        ("greedy", "random", 6),
        ("greedy", "greedy", 18),
    ]
    report = (tmp_path / "thieves-3.html").read_text()
    assert report.count("<svg") >= 6
    assert "What bots believe" in report
    assert "Log loss by quarter of the match" in report
    assert "http://" not in report.replace("http://www.w3.org/2000/svg", "")
    again = run(*call, "--out", str(tmp_path))
    assert again.output == first.output, "nothing is played twice"


def test_a_tournament_refuses_in_a_sentence(tmp_path: Path) -> None:
    for call, words in (
        (("--bots", "greedy,clever"), "There is no bot 'clever'"),
        (("--bots", "greedy,greedy"), "named once"),
        (("--seats", "9"), "9"),
    ):
        refused = run("tournament", "thieves", "--matches", "1", *call)
        assert refused.exit_code == 2
        assert words in refused.output
        assert "Traceback" not in refused.output


def test_balance_is_told_by_seat_and_by_role() -> None:
    told = run(
        "balance", "casa-de-papel", "--bot", "random", "--matches", "4", "--jobs", "1", "--option", "skills=true"
    )
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert "| players | options |" in lines[2]
    assert [line.split(" | ")[0] for line in lines[4:9]] == ["| 4", "| 5", "| 6", "| 7", "| 8"]
    assert all("skills true" in line for line in lines[4:9])
