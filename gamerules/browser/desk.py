"""The desk to which a page sends its requests: a score to work out, or something to do at a table."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gamerules.browser.table import Sitting
from gamerules.browser.text import rich
from gamerules.cards import CardError
from gamerules.game import RecordValueError, find
from gamerules.rules import GameRulesError, IllegalAction


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
            request: a JSON object. ``do`` names what is wanted: ``score`` (with ``game``, ``words`` and ``files``), or
                at a ``table``: ``new`` (with ``game``, ``seed``, ``seat`` from 1 or 0 to watch, ``opponent``,
                ``rules``), ``see``, ``advance``, ``act`` or ``card`` (with ``n``), ``lay``, ``say`` (with ``text``),
                ``back``, ``hint``.

        Returns:
            A JSON object: a ledger or a table's view; ``refused`` with text and locus where something is not legal;
            ``error`` with one line where the request makes no sense.
        """
        wanted = json.loads(request)
        try:
            answer = score(wanted) if wanted["do"] == "score" else self._at_table(wanted)
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
        }
        if what == "hint":
            return {**table.view(), "hint": table.hint()}
        try:
            steps[what]()
        except IllegalAction as error:
            reason = f"{error.action} is not legal: {error.reason}"
            return {**table.view(), "refused": {"text": rich(reason), "locus": error.locus}}
        except (GameRulesError, RecordValueError, CardError) as error:
            return {**table.view(), "refused": {"text": rich(" ".join(str(error).split())), "locus": ""}}
        return table.view()


def score(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return what ``gamerules score GAME WORDS`` prints, as data: a ledger, or ``error`` with the command's own line.

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
        return {"error": err.getvalue().strip()}
    found: dict[str, Any] = json.loads(out.getvalue())
    for entry in found["entries"]:
        entry["why"] = rich(entry["why"])
    return found
