"""The desk to which a page sends its requests: a score to work out, or something to do at a table."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gamerules.browser.table import Sitting
from gamerules.browser.text import rich
from gamerules.cards import Card, CardError
from gamerules.game import RecordValueError, find
from gamerules.rules import GameRulesError, IllegalAction, LostTableError


@dataclass
class Desk:
    """Answers requests.

    Attributes:
        tables: the tables in play, by the names that the page gives them.
    """

    tables: dict[str, Sitting] = field(default_factory=dict)

    def handle(self, request: str) -> str:
        """Answer a request.

        Args:
            request: a JSON object. ``do`` names what is wanted: ``score`` (with ``game``, ``words`` and ``files``),
                ``impossible`` (with ``game``, ``rules`` and ``trials``), or at a ``table``: ``new`` (with ``game``,
                ``seed``, ``seat`` from 1 or 0 to watch, ``opponent``, ``rules``, and ``deals`` to go on with), ``see``,
                ``advance``, ``act`` or ``card`` (with ``n``), ``lay``, ``say`` (with ``text``), ``back``, ``hint``,
                ``follow``, ``show``, ``next``, ``verdict``.

        Returns:
            A JSON object: a ledger or a table's view; ``refused`` with text and locus where something is not legal;
            ``error`` with one line where the request makes no sense.
        """
        wanted = json.loads(request)
        try:
            answer = _AWAY.get(wanted["do"], self._at_table)(wanted)
        except (GameRulesError, RecordValueError, CardError) as error:
            answer = {"error": " ".join(str(error).split())}
        return json.dumps(answer, ensure_ascii=False)

    def _at_table(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        name, what = wanted["table"], wanted["do"]
        if what == "new":
            game = find(wanted["game"])
            rules = game.presets.get(wanted.get("rules") or "")
            seat = int(wanted["seat"]) - 1 if int(wanted["seat"]) else None
            self.tables[name] = Sitting(game.name, int(wanted["seed"]), seat, wanted["opponent"], rules)
            self.tables[name].resume(wanted.get("deals") or ())
            return self.tables[name].view()
        table = self.tables[name]
        steps: Mapping[str, Callable[[], None]] = {
            "see": lambda: None,
            "advance": table.advance,
            "act": lambda: table.act(wanted["n"]),
            "card": lambda: table.card(wanted["n"]),
            "lay": table.lay,
            "say": lambda: table.say(wanted["text"]),
            "back": table.back,
            "follow": table.follow,
            "show": table.show,
            "next": table.next_deal,
        }
        if what == "hint":
            return {**table.view(), "hint": table.hint()}
        if what == "verdict":
            return {**table.view(), "verdict": table.verdict()}
        try:
            steps[what]()
        except IllegalAction as error:
            return {**table.view(), "refused": refusal(error.reason, error.locus, error.action)}
        except (GameRulesError, RecordValueError, CardError) as error:
            return {**table.view(), "refused": refusal(str(error), "", None)}
        return table.view()


def refusal(reason: str, locus: str, action: Any) -> dict[str, Any]:
    """Return why something is not allowed, as one sentence, with the sentence that forbids it and the card tried."""
    words = " ".join(reason.split())
    subject = f"{action}: " if isinstance(action, Card) else ""
    return {
        "text": rich(f"{subject}{words[:1].upper()}{words[1:].rstrip('.')}."),
        "locus": locus,
        "card": int(action) if isinstance(action, Card) else None,
    }


def score(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return what ``gamerules score GAME WORDS`` prints, as data: a ledger, or ``error``, one sentence, with its locus.

    Args:
        wanted: ``game``; ``words``, the command's words; ``files``, the text of files by the option that names them.
    """
    from gamerules.cli import main

    out, err = io.StringIO(), io.StringIO()
    words = ["score", wanted["game"], *wanted["words"]]
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for option, text in wanted.get("files", {}).items():
            file = Path(option.strip("-") + (".json" if text.lstrip().startswith("{") else ".toml"))
            file.write_text(text, encoding="utf-8")
            words += [option, str(file)]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main([*words, "--json"])
    if status:
        return sentence(err.getvalue())
    found: dict[str, Any] = json.loads(out.getvalue())
    for entry in found["entries"]:
        entry["why"] = rich(entry["why"])
    return found


def sentence(told: str) -> dict[str, Any]:
    """Return a command's error as a sentence for those who play: without the command, options called by their names."""
    text = _COMMAND.sub("", " ".join(told.split()))
    if lost := _LOST.match(text):
        what = _NAME.sub(lambda name: f"the {name[1].lower().replace('_', ' ')} ({name[2]})", lost[1]).replace("'", "")
        return {"error": f"{_capital(what)}. You can enter one of your own.", "locus": lost[2], "lost": True}
    return {"error": _capital(_OPTION.sub(lambda option: option[1].replace("-", " "), text)).rstrip(".") + "."}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_COMMAND = re.compile(r"^.*?gamerules[^:]*: error: |; see gamerules .*")
_LOST = re.compile(r"(.+ is lost): the table that (\S+) refers to did not survive")
_NAME = re.compile(r"([A-Z_]+)\[\(?(.*?)\)?\]")
_OPTION = re.compile(r"--([a-z][a-z-]*)")


def impossible(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return which choices no deal can have beside the others.

    Args:
        wanted: ``game``, ``rules``, the name of the rules or nothing, and ``trials``: for each choice the words that a
            score would be asked for with it.

    Returns:
        ``refused``: for each trial whether the rules refuse it. A price that is lost is no refusal.
    """
    game = find(wanted["game"])
    command = game.score
    if command is None:
        raise RecordValueError(f"{game.title} has no score to work out")
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    command.add_arguments(parser)
    rules = game.presets.get(wanted.get("rules") or "", next(iter(game.presets.values())))

    def refuses(words: list[str]) -> bool:
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                options = parser.parse_args(words, argparse.Namespace(rules=rules))
            command.ledger(options)
        except LostTableError:
            return False
        except (GameRulesError, argparse.ArgumentError, CardError, SystemExit):
            return True
        return False

    return {"refused": [refuses(words) for words in wanted["trials"]]}


_AWAY: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"score": score, "impossible": impossible}
"""What is asked for away from any table."""
