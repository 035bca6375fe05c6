"""The page that replays a game: it shows at each step what was there, and works by keyboard."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jcloisterzone.save_writer import contents, deploy, tile

from carcassonne_core import Game, RuleSet, dump_record, installed_expansions
from carcassonne_core.cli import main
from carcassonne_core.cli.replay_page import replay_page
from carcassonne_core.policy import random_policy

MACHINES = RuleSet(["flying_machines"], sets={"base_first_edition": 1, "flying_machines": 2})


def finished(rules: RuleSet, seed: int) -> Game:
    game, random = Game(["Ana", "Bo <&>"], rules), Random(seed)
    while not game.is_over:
        chance = game.is_chance
        game.push(game.sample_chance(random) if chance else random_policy(game, random))
    return game


def facts(page: str) -> list[dict[str, Any]]:
    (text,) = re.findall(r'<script type="application/json" id="facts">(.*?)</script>', page, re.S)
    steps: list[dict[str, Any]] = json.loads(text)["steps"]
    return steps


def seen(page: str, step: int) -> list[str]:
    """What the picture shows at a step, by the first element of each part."""
    parts = re.findall(r'<g data-from="(\d+)"(?: data-to="(\d+)")?><(\w+)', page)
    return [name for since, until, name in parts if int(since) <= step < int(until or 10**9)]


@pytest.fixture(scope="module")
def game() -> Game:
    return finished(MACHINES, 3)


@pytest.fixture(scope="module")
def page(game: Game) -> str:
    return replay_page(game, title="a <game>", language="es")


def test_every_step_has_the_scores_of_the_game(game: Game, page: str) -> None:
    steps, again = facts(page), game.copy()
    assert len(steps) == game.ply + 1
    for step in reversed(steps):
        assert step["scores"] == list(again.scores)
        if again.ply:
            again.pop()


def test_every_step_shows_the_tiles_and_figures_of_the_game(game: Game, page: str) -> None:
    again = game.copy()
    while again.ply:
        shown = page.partition('<div id="zoom">')[0]
        parts = re.findall(
            r'<g data-from="(\d+)"(?: data-to="(\d+)")?><g transform="translate\(([^)]*)\)', shown
        )
        here = [at for since, until, at in parts if int(since) <= again.ply < int(until or 10**9)]
        assert len(here) == len(again.board) + len(again.board.figures)
        assert seen(page, again.ply).count("rect") == 1  # the frame of the last tile
        again.pop()


def test_the_log_tells_everything_in_both_languages(page: str) -> None:
    assert page.count('data-lang="en"') == page.count('data-lang="es"') > 150
    assert "Ana draws" in page
    assert "Ana saca" in page
    assert page.count(' lang="en" hidden') == page.count('data-lang="en"')


def test_names_and_titles_are_shown_as_they_are(page: str) -> None:
    assert "Bo &lt;&amp;&gt;" in page
    assert "<title>a &lt;game&gt;</title>" in page


def test_nothing_is_fetched(page: str) -> None:
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"""(src|href)=["'](?!#)""", page)


def test_the_page_of_a_whole_game_is_small(page: str) -> None:
    assert len(page.encode()) < 1_500_000


def test_the_command_writes_the_page_of_a_record(game: Game, tmp_path: Path) -> None:
    dump_record(game, tmp_path / "game.json")
    html = tmp_path / "game.html"
    assert main(["replay", str(tmp_path / "game.json"), "--html", str(html)]) == 0
    assert html.read_text(encoding="utf-8") == replay_page(game, title="game")


def test_the_command_opens_a_replay_of_jcloisterzone(tmp_path: Path) -> None:
    sent = [tile("BA/C", 180, 0, -1), deploy("0.small.1", "City", "S", 0, -1)]
    save = tmp_path / "game.jcz"
    save.write_text(json.dumps(contents(sent)), encoding="utf-8")
    html = tmp_path / "game.html"
    assert main(["replay", str(save), "--html", str(html)]) == 0
    assert facts(html.read_text(encoding="utf-8"))[-1]["scores"][0] == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.json", "--html", "x.html"], "cannot read nowhere.json"),
        (["nowhere.jcz", "--html", "x.html"], "nowhere.jcz"),
        (["game.json", "--html", "nowhere/x.html"], "there is no folder nowhere"),
        (["game.json", "--html", "x.html", "--lang", "la"], "no language 'la'"),
    ],
)
def test_a_wrong_argument_is_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", *arguments]) == 2
    assert message in capsys.readouterr().err


# ------------------------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("there is no chromium on this machine")
    with playwright.sync_playwright() as running:
        found = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def opened(browser: Any, page: str, tmp_path: Path) -> Iterator[tuple[Any, list[str]]]:
    """The page in the browser, and what went wrong there."""
    path, errors = tmp_path / "game.html", []
    path.write_text(page, encoding="utf-8")
    tab = browser.new_page(viewport={"width": 1200, "height": 800})
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    tab.goto(path.as_uri())
    yield tab, errors
    tab.close()


def scores(tab: Any) -> list[int]:
    texts = tab.eval_on_selector_all(".seat output", "all => all.map(one => one.textContent)")
    return [int(text) for text in texts]


def test_steps_forward_and_back_show_the_scores_of_the_game(
    opened: tuple[Any, list[str]], page: str
) -> None:
    tab, errors = opened
    steps = facts(page)
    for number in range(1, 60):
        tab.keyboard.press("ArrowRight")
        assert scores(tab) == steps[number]["scores"]
    tab.keyboard.press("End")
    assert scores(tab) == steps[-1]["scores"]
    for number in range(len(steps) - 2, len(steps) - 30, -1):
        tab.click("#back")
        assert scores(tab) == steps[number]["scores"]
    tab.keyboard.press("Home")
    assert (scores(tab), tab.text_content("#count")) == ([0, 0], f"0 / {len(steps) - 1}")
    assert errors == []


def test_the_picture_shows_what_is_there(opened: tuple[Any, list[str]], game: Game) -> None:
    tab, errors = opened
    tab.keyboard.press("End")
    shown = "#board [data-from]:not([hidden]) > g"
    assert tab.locator(shown).count() == len(game.board) + len(game.board.figures)
    tab.keyboard.press("Home")
    assert tab.locator(shown).count() == 1
    assert errors == []


def test_a_flight_is_flown_from_its_machine_to_its_end(
    opened: tuple[Any, list[str]], page: str
) -> None:
    tab, errors = opened
    number, step = next((n, s) for n, s in enumerate(facts(page)) if "flight" in s)
    flier = f"#flier{step['flight'][2]}:not([hidden])"
    tab.evaluate(f"show({number - 1})")
    assert tab.locator(flier).count() == 0
    tab.keyboard.press("ArrowRight")
    assert tab.locator(flier).count() == 1
    tab.wait_for_selector(flier, state="detached")
    assert errors == []


def test_language_zoom_log_and_play_work(opened: tuple[Any, list[str]]) -> None:
    tab, errors = opened
    tab.select_option("#language", "en")
    assert tab.evaluate("document.documentElement.lang") == "en"
    assert tab.locator("#log span[lang=es]:not([hidden])").count() == 0
    before = tab.get_attribute("#board > svg", "viewBox")
    tab.click("#closer")
    assert tab.get_attribute("#board > svg", "viewBox") != before
    tab.click("#whole")
    assert tab.get_attribute("#board > svg", "viewBox") == before
    tab.locator("#log li").nth(20).click()
    assert tab.locator("#log li.now").count() >= 1
    tab.click("#play")
    assert tab.get_attribute("#play", "aria-pressed") == "true"
    tab.click("#play")
    assert tab.get_attribute("#play", "aria-pressed") == "false"
    assert errors == []


def test_a_game_of_150_tiles_is_shown_step_by_step(browser: Any, tmp_path: Path) -> None:
    game = finished(RuleSet(installed_expansions()), 5)
    path = tmp_path / "long.html"
    path.write_text(replay_page(game), encoding="utf-8")
    tab = browser.new_page(viewport={"width": 390, "height": 800})
    tab.goto(path.as_uri())
    tab.keyboard.press("End")
    assert scores(tab) == list(game.scores)
    assert tab.evaluate("window.scrollY") == 0
    script = "() => { const start = performance.now(); for (let i = 0; i < 50; i++) show(i);"
    script += " document.body.offsetHeight; return (performance.now() - start) / 50; }"
    assert tab.evaluate(script) < 50  # milliseconds a step
    tab.close()


def test_the_page_is_seen_within_a_second(opened: tuple[Any, list[str]]) -> None:
    tab, _ = opened
    script = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
    tab.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
    assert tab.evaluate(script) < 1000
