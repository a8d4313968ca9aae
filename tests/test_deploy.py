"""What lies in deploy/ fits the house: its numbers, its flags, its paths, and the page that tells of it."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest

from speelhol.cli import cli
from speelhol.metrics import Metrics

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
OTHERS = {"probe_success", "node_filesystem_avail_bytes", "node_filesystem_size_bytes"}
"""Numbers of the exporters that docs/deploy.md names for what is no number of the house."""
ALARMS = {
    "SpeelholSilent", "SpeelholNotReady", "SpeelholNotWriting", "SpeelholWritesSlowly", "SpeelholBotsFail",
    "SpeelholBotsWait", "SpeelholPagesInTrouble", "SpeelholDiskFillsUp",
}  # fmt: skip
"""One for everything that docs/deploy.md calls worth an alarm."""
ENDINGS = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}


def text(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def numbers() -> set[str]:
    """Every name under which Prometheus knows a number of the house."""
    return {metric.name + ending for metric in Metrics().registry.collect() for ending in ENDINGS[metric.type]}


def alarms() -> list[dict[str, Any]]:
    yaml: Any = import_module("yaml")
    return [rule for group in yaml.safe_load(text("alerts.yml"))["groups"] for rule in group["rules"]]


def questions() -> dict[str, list[str]]:
    """What the dashboard and the alarms ask Prometheus."""
    board: dict[str, Any] = json.loads(text("grafana.json"))
    return {
        "grafana.json": [target["expr"] for panel in board["panels"] for target in panel["targets"]],
        "alerts.yml": [rule["expr"] for rule in alarms()],
    }


def test_whatever_is_worth_an_alarm_has_one() -> None:
    """And each of them says what is wrong, and asks a job that the page sets up."""
    assert {rule["alert"] for rule in alarms()} == ALARMS
    assert all(rule["annotations"]["summary"] and rule["labels"]["severity"] for rule in alarms())
    page = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    set_up = set(re.findall(r"- job_name: (\S+)", page))
    assert set(re.findall(r'job="([^"]+)"', " ".join(rule["expr"] for rule in alarms()))) == set_up


@pytest.mark.parametrize("name", ["grafana.json", "alerts.yml"])
def test_every_number_that_is_asked_for_exists(name: str) -> None:
    asked = questions()[name]
    named = {found for question in asked for found in re.findall(r"\b(?:speelhol|probe|node)_\w+", question)}
    assert named
    assert named - numbers() - OTHERS == set()
    assert [one for one in asked if one.count("(") != one.count(")") or 'job="speelhol' not in one] == []


def test_the_dashboard_shows_every_number() -> None:
    shown = " ".join(questions()["grafana.json"])
    assert [metric.name for metric in Metrics().registry.collect() if f"{metric.name}" not in shown] == []


def arguments(name: str) -> list[str]:
    """The command line with which a house is started there."""
    if name == "Containerfile":
        return list(json.loads(re.findall(r"^CMD (\[.*\])$", text(name), re.MULTILINE)[-1]))
    return shlex.split(re.findall(r"^ExecStart=(.*)$", text(name), re.MULTILINE)[0])[1:]


@pytest.mark.parametrize("name", ["Containerfile", "speelhol.service"])
def test_the_house_is_started_with_flags_that_it_has(name: str) -> None:
    command, *given = arguments(name)
    cli.commands[command].make_context(command, given)
    known = {
        flag for option in cli.commands[command].params if isinstance(option, click.Option) for flag in option.opts
    }
    assert {one for one in given if one.startswith("--")} <= known | {"--no-browser"}
    for variable in re.findall(r"SPEELHOL_\w+", text(name)):
        assert any(option.envvar == variable for option in cli.commands[command].params), variable


def test_the_image_is_made_of_what_there_is() -> None:
    """Every file that is copied into it; and a Python that the program knows."""
    for line in re.findall(r"^COPY (?!--from)(.*) \S+$", text("Containerfile"), re.MULTILINE):
        assert [one for one in line.split() if not (ROOT / one).exists()] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    least = tuple(map(int, project["requires-python"].removeprefix(">=").split(".")))
    found = re.findall(r"^FROM \S+python:(\d+)\.(\d+)", text("Containerfile"), re.MULTILINE)
    assert len(set(found)) == 1
    assert tuple(map(int, found[0])) >= least


def instructions() -> list[tuple[str, str]]:
    """The Containerfile, an instruction at a time: its word, and what follows."""
    lines = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text("Containerfile"), flags=re.MULTILINE)).splitlines()
    return [(word, " ".join(rest.split())) for word, _, rest in (line.partition(" ") for line in lines if line)]


def test_the_container_file_is_as_its_linters_want_it() -> None:
    """What hadolint looks for, as far as this file meets it: versions, nobody's root, no shell around the program."""
    found = instructions()
    known = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
    assert {word for word, _ in found} <= known
    for word, rest in found:
        if word == "FROM":  # DL3006, DL3007: a version, and not whichever is newest
            assert re.match(r"\S+:\d[\w.-]*( AS \w+)?$", rest), rest
        elif word == "WORKDIR":  # DL3000
            assert rest.startswith("/")
        elif word == "RUN":  # DL3003, DL3004, DL3042, DL4006
            assert not re.search(r"\bcd |\bsudo\b|\bcurl\b|\bwget\b| \| ", rest), rest
            assert all(
                "--no-cache-dir" in part for part in rest.split("&&") if re.search(r"pip\S* (install|wheel)", part)
            )
        elif word in ("CMD", "ENTRYPOINT"):  # DL3025
            json.loads(rest)
        elif word == "EXPOSE":  # DL3011
            assert 0 < int(rest) < 65536
    last = max(at for at, (word, _) in enumerate(found) if word == "FROM")
    words = [word for word, _ in found[last:]]
    assert [words.count(word) for word in ("USER", "HEALTHCHECK", "ENTRYPOINT", "CMD")] == [1, 1, 1, 1]
    assert words.index("USER") < words.index("ENTRYPOINT")
    user = dict(found[last:])["USER"]  # DL3002, DL3066: nobody's root, and a number that a host can see is not root's
    assert user.isdigit()
    assert int(user) > 0
    assert f"useradd --system --uid {user} " in dict(found[last:])["RUN"]


def test_one_port_and_no_buffer_in_front() -> None:
    """A proxy that buffers holds moves back; /metrics and /admin are for the house alone."""
    nginx, caddy = text("nginx.conf"), text("Caddyfile")
    for proxy in (nginx, caddy):
        assert "127.0.0.1:8000" in proxy
        assert "/metrics" in proxy
        assert "/admin" in proxy
    assert "proxy_buffering off;" in nginx
    assert "flush_interval -1" in caddy
    assert "8000" in arguments("speelhol.service")


def test_what_is_written_to_has_been_made() -> None:
    """Whoever follows the page step by step has every folder that a command of it writes into, as a user who may."""
    page = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    lines = [
        line for block in re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL) for line in block.split("\n")
    ]
    made = {"/var/lib/speelhol"}  # useradd --create-home
    for line in lines:
        if found := re.match(r"install -d -o speelhol .*?(/\S+)$", line):
            made.add(found[1])
        for path in re.findall(r"(/var/\S+)/\S+\.(?:backup|dump)\b", line.replace("$(date +%F)", "today")):
            assert path in made, line
            assert line.startswith(("sudo -u speelhol ", "podman ")), line


def test_the_owners_side_can_be_reached_as_the_unit_starts_it() -> None:
    """Behind a proxy nobody counts as this machine: a key alone opens nothing, and the unit says what does."""
    assert "--proxy" in arguments("speelhol.service")
    assert "SPEELHOL_ADMIN_ANYWHERE=1" in text("speelhol.service")


def test_the_page_tells_of_every_file() -> None:
    page = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    assert [file.name for file in DEPLOY.iterdir() if f"(../deploy/{file.name})" not in page] == []
