"""Records: deals written down in YAML files, replayed by the rules and compared with what the source says.

A record has this form::

    game: slam                       # an installed game
    rules: DICTIONARY                # a preset, or {preset: DICTIONARY, some_decision: value}
    title: The illustrative deal
    origin: source                   # source, or ours for an example of our own making
    players: [Danilov, Kabanov]      # by player number
    start: {dealer: Kabanov}         # the game's own options
    steps:
      - at: slam-dictionary.example.9          # one locus or a list of them
        label: the first round                 # optional; messages and pages show it
        does:                                  # actions in order; legality is always checked
          - Danilov: bid 6
          - Kabanov: bid 8
        refuses:                               # optional: actions that must be illegal here, each by a locus
          - {Kabanov: bid 20, by: slam-dictionary.auction.5}
        says: {highest bid: 8, bidder: Kabanov}   # facts, as the source states them
        note: free words for the reader        # optional

``refuses`` is tried before ``does``, ``says`` is compared after it. A step must do, refuse or say something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gamerules.cards import CardError, CardSet
from gamerules.extras import need
from gamerules.game import CHANCE, Fact, Game, Gives, Position, RecordValueError, UnknownGameError, find
from gamerules.rules import LOCUS, BaseRules, GameRulesError, IllegalAction, suggest


class RecordError(GameRulesError, ValueError):
    """A record that cannot be read; the message says what and how to mend it.

    Attributes:
        path: the file.
        line: the line in it, from 1.
    """

    def __init__(self, path: str, line: int, message: str) -> None:
        """Make the error."""
        self.path, self.line, self.message = path, line, message
        super().__init__(f"{path}:{line}: {message}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the three parts."""
        return (RecordError, (self.path, self.line, self.message))


@dataclass(frozen=True, slots=True)
class Node:
    """A YAML value with the line it stands on: a text, a list of nodes or a mapping of nodes; texts are not converted.

    Attributes:
        value: ``str``, ``tuple[Node, ...]`` or ``dict[str, Node]``.
        line: the line of the value, from 1.
        column: its column, from 1.
        end: the end of a text in the file, as a character offset; with ``start`` it lets a tool rewrite it in place.
        start: the beginning of a text in the file.
    """

    value: Any
    line: int
    column: int
    start: int = 0
    end: int = 0

    def plain(self) -> Any:
        """Return the value with all nodes below it unwrapped."""
        if isinstance(self.value, tuple):
            return [node.plain() for node in self.value]
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        return self.value


@dataclass(frozen=True, slots=True)
class Act:
    """One entry of ``does`` or ``refuses``: who, what, and for a refusal the locus that forbids it."""

    who: str
    value: Any
    line: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a record, as written."""

    line: int
    loci: tuple[str, ...]
    label: str
    does: tuple[Act, ...]
    refuses: tuple[Act, ...]
    says: Mapping[str, Node]
    note: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read from its file, not yet played."""

    path: str
    game: Game
    preset: str
    rules: BaseRules
    title: str
    origin: str
    players: tuple[str, ...]
    start: Mapping[str, str]
    start_line: int
    steps: tuple[Step, ...]

    @property
    def loci(self) -> tuple[str, ...]:
        """All loci that the steps are about, in order, each once."""
        return tuple(dict.fromkeys(locus for step in self.steps for locus in step.loci))


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One place where a record and the rules part.

    Attributes:
        line: the line of the record.
        loci: the loci of the step.
        label: the moment, in words (``trick 4``).
        says: what the record says.
        gives: what the rules give.
        by: the loci of the rules that decide it.
        node: where the record says it, if it is a fact that could be put right there.
        value: what the record would have to say there.
    """

    line: int
    loci: tuple[str, ...]
    label: str
    says: str
    gives: str
    by: tuple[str, ...] = ()
    node: Node | None = None
    value: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """The state after one action of a record (or before the first), for stepping through.

    Attributes:
        step: the index of the step it belongs to.
        actor: who acted, or None for the opening.
        action: what was done, or None.
        state: the state it led to.
    """

    step: int
    actor: int | None
    action: Any
    state: Any


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played through.

    Attributes:
        record: the record.
        moments: the opening and the state after each action.
        disagreements: everything in which text and rules part; empty if the record holds.
        compared: how many things were compared (actions, refusals and facts).
        unreached: how many steps could not be played because an earlier action was impossible.
    """

    record: Record
    moments: tuple[Moment, ...]
    disagreements: tuple[Disagreement, ...]
    compared: int
    unreached: int = 0


_TOP = ("game", "rules", "title", "origin", "players", "start", "steps")
_NEEDED = ("game", "players", "steps")
_STEP = ("at", "label", "does", "refuses", "says", "note")
_ORIGINS = ("source", "ours")
_TRUTHS = {"yes": True, "true": True, "no": False, "false": False}


def parse(text: str, path: str) -> Record:
    """Read a record from YAML text.

    Args:
        text: the YAML.
        path: the file's name for messages.

    Raises:
        RecordError: on any fault, with its line.
        gamerules.extras.MissingExtraError: if PyYAML is not installed.
    """
    top = _mapping(_yaml(text, path), path, "a record", _TOP)
    for key in _NEEDED:
        if key not in top:
            raise RecordError(path, 1, f"the record has no {key!r}; add it")
    try:
        game = find(_text(top["game"], path, "game"))
    except UnknownGameError as error:
        raise RecordError(path, top["game"].line, str(error)) from None
    if game.start is None or game.actions is None:
        raise RecordError(path, top["game"].line, f"{game.name} is scored only; it has no deals to record")
    preset, rules = _rules(top.get("rules"), game, path)
    players = tuple(_text(node, path, "a player's name") for node in _items(top["players"], path))
    if len(players) != game.players or len(set(players)) != len(players):
        raise RecordError(
            path,
            top["players"].line,
            f"{game.name} has {game.players} players of different names, not {', '.join(players)}",
        )
    origin = _text(top["origin"], path, "origin") if "origin" in top else "source"
    if origin not in _ORIGINS:
        raise RecordError(path, top["origin"].line, f"origin {origin!r} is unknown{suggest(origin, _ORIGINS)}")
    start = _mapping(top["start"], path, "start") if "start" in top else {}
    return Record(
        path=path,
        game=game,
        preset=preset,
        rules=rules,
        title=_text(top["title"], path, "title") if "title" in top else game.title,
        origin=origin,
        players=players,
        start={key: _text(node, path, key) for key, node in start.items()},
        start_line=top["start"].line if "start" in top else 1,
        steps=tuple(_step(node, path, players, game) for node in _items(top["steps"], path)),
    )


def load(path: Path, name: str | None = None) -> Record:
    """Read a record from a file; ``name`` replaces the path in messages.

    Raises:
        RecordError: on any fault, with its line.
    """
    shown = name or str(path)
    return parse(read(path, shown), shown)


def read(path: Path, name: str) -> str:
    """Return the text of a file; ``name`` stands for the path in messages.

    Raises:
        RecordError: if the file cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RecordError(name, 1, "the file does not exist; check the name and the folder") from None
    except UnicodeDecodeError as error:
        raise RecordError(name, 1, f"the file is not UTF-8 (byte {error.start}); save it as UTF-8") from None
    except OSError as error:
        raise RecordError(name, 1, f"the file cannot be read: {error.strerror}") from None


def replay(record: Record) -> Replay:
    """Play a record by the rules and compare every step with what it says."""
    return _Player(record).run()


@dataclass
class _Player:
    """Plays one record; collects moments and disagreements."""

    record: Record
    moments: list[Moment] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)
    compared: int = 0

    def run(self) -> Replay:
        record = self.record
        assert record.game.start is not None
        try:
            state = record.game.start(record.rules, record.players, **_identifiers(record.start))
        except (RecordValueError, CardError, GameRulesError, TypeError) as error:
            first = Step(record.start_line, (), "start", (), (), {}, "")
            self._differ(first, record.start_line, "start", _shown(record.start), str(error))
            return Replay(record, (), tuple(self.disagreements), 1, len(record.steps))
        self.moments.append(Moment(0, None, None, state))
        for index, step in enumerate(record.steps):
            after = self._step(index, step, state)
            if after is None:
                return Replay(
                    record,
                    tuple(self.moments),
                    tuple(self.disagreements),
                    self.compared,
                    len(record.steps) - index - 1,
                )
            state = after
        return Replay(record, tuple(self.moments), tuple(self.disagreements), self.compared)

    def _step(self, index: int, step: Step, before: Any) -> Any:
        """Play one step; return the state after it, or None if an action was impossible."""
        for act in step.refuses:
            self._refusal(step, act, before)
        state, actions, states = before, [], []
        for act in step.does:
            self.compared += 1
            try:
                for actor, action in self._read(act, state):
                    if actor != state.actor:
                        turn = self._name(state.actor)
                        label = self._label(step, state)
                        self._differ(step, act.line, label, f"{act.who} acts: {_shown(act.value)}", f"{turn} is to act")
                        return None
                    states.append(state)
                    actions.append((actor, action))
                    state = state.after(action)
                    self.moments.append(Moment(index, actor, action, state))
            except IllegalAction as error:
                label = self._label(step, state)
                self._differ(step, act.line, label, f"{act.who}: {_shown(act.value)}", str(error), (error.locus,))
                return None
            except (RecordValueError, CardError, GameRulesError) as error:
                self._differ(step, act.line, self._label(step, state), f"{act.who}: {_shown(act.value)}", str(error))
                return None
        position = Position(state, before, tuple(actions), tuple(states))
        for name, node in step.says.items():
            self._fact(step, name, node, position)
        return state

    def _read(self, act: Act, state: Any) -> Iterable[tuple[int, Any]]:
        """Yield the actions of an entry; more than one only where chance deals several cards."""
        game = self.record.game
        assert game.actions is not None
        chance = act.who in game.chance_words
        actor = CHANCE if chance else self.record.players.index(act.who)
        word = act.who if chance else ""
        for action in game.actions(state, actor, word, act.value, self.record.players):
            yield actor, action

    def _refusal(self, step: Step, act: Act, state: Any) -> None:
        self.compared += 1
        label = self._label(step, state)
        claim = f"{act.who}: {_shown(act.value)} is illegal by {act.by}"
        try:
            for actor, action in self._read(act, state):
                if actor != state.actor:
                    self._differ(step, act.line, label, claim, f"{self._name(state.actor)} is to act")
                    return
                state = state.after(action)
        except IllegalAction as error:
            if error.locus != act.by:
                self._differ(step, act.line, label, claim, f"illegal, but: {error}", (error.locus,))
            return
        except (RecordValueError, CardError, GameRulesError) as error:
            self._differ(step, act.line, label, claim, str(error))
            return
        self._differ(step, act.line, label, claim, "legal")

    def _fact(self, step: Step, name: str, node: Node, position: Position) -> None:
        game = self.record.game
        label = self._label(step, position.before)
        if name not in game.facts:
            self.compared += 1
            self._differ(
                step, node.line, label, name, f"no fact of {game.name} has that name{suggest(name, list(game.facts))}"
            )
            return
        fact = game.facts[name]
        if fact.by_player and not isinstance(node.value, dict):
            self.compared += 1
            self._differ(
                step, node.line, label, f"{name}: {_shown(node.plain())}", "write this fact by player: {NAME: value}"
            )
            return
        try:
            value = fact.read(position)
        except (GameRulesError, LookupError, ValueError) as error:
            self.compared += 1
            self._differ(step, node.line, label, f"{name}: {_shown(node.plain())}", f"nothing: {error}", fact.loci)
            return
        wanted = {None: node} if not fact.by_player else dict(node.value)
        for who, expected in wanted.items():
            self.compared += 1
            shown = name if who is None else f"{name} of {who}"
            if who is not None and who not in self.record.players:
                problem = f"{who!r} is no player{suggest(who, self.record.players)}"
                self._differ(step, expected.line, label, shown, problem)
                continue
            actual = value if who is None else value[self.record.players.index(who)]
            self._compare(step, label, shown, fact, expected, actual, position)

    def _compare(
        self, step: Step, label: str, shown: str, fact: Fact, node: Node, actual: Any, position: Position
    ) -> None:
        text = node.plain()
        try:
            expected = _expected(fact, text, self.record.players)
        except (ValueError, CardError) as error:
            self._differ(step, node.line, label, f"{shown}: {_shown(text)}", str(error))
            return
        if expected == actual:
            return
        value = self._show(fact, actual)
        given = f"{value} ({fact.detail(position)})" if fact.detail else value
        entry = Disagreement(node.line, step.loci, label, f"{shown}: {_shown(text)}", given, fact.loci, node, value)
        self.disagreements.append(entry)

    def _show(self, fact: Fact, value: Any) -> str:
        if value is None:
            return "none"
        if fact.gives is Gives.PLAYER:
            return self._name(value)
        if fact.gives is Gives.TRUTH:
            return "yes" if value else "no"
        return str(value)

    def _name(self, actor: int | None) -> str:
        if actor is None:
            return "nobody (the deal is over)"
        return "chance" if actor == CHANCE else self.record.players[actor]

    def _label(self, step: Step, state: Any) -> str:
        return step.label or (self.record.game.label(state) if self.record.game.label else state.phase)

    def _differ(self, step: Step, line: int, label: str, says: str, gives: str, by: tuple[str, ...] = ()) -> None:
        self.disagreements.append(Disagreement(line, step.loci, label, says, gives, by))


def _expected(fact: Fact, text: Any, players: Sequence[str]) -> Any:
    """Turn the text of a record into a value to compare with."""
    if not isinstance(text, str):
        raise ValueError("a single value was expected")
    if text == "none":
        return None
    if fact.gives is Gives.NUMBER:
        if not re.fullmatch(r"[-−]?\d{1,3}(,?\d{3})*|[-−]?\d+", text):
            raise ValueError(f"{text!r} is not a number; write digits, as 17000 or 17,000")
        return int(text.replace(",", "").replace("−", "-"))
    if fact.gives is Gives.TRUTH:
        if text.lower() not in _TRUTHS:
            raise ValueError(f"{text!r} is neither yes nor no")
        return _TRUTHS[text.lower()]
    if fact.gives is Gives.PLAYER:
        if text not in players:
            raise ValueError(f"{text!r} is no player{suggest(text, players)}")
        return list(players).index(text)
    if fact.gives is Gives.CARDS:
        return CardSet.parse(text)
    return text


def _identifiers(options: Mapping[str, str]) -> dict[str, str]:
    return {key.replace("-", "_").replace(" ", "_"): value for key, value in options.items()}


def _rules(node: Node | None, game: Game, path: str) -> tuple[str, BaseRules]:
    default = next(iter(game.presets))
    if node is None:
        return default, game.presets[default]
    changes = dict(node.value) if isinstance(node.value, dict) else {}
    named = changes.pop("preset", None) if changes else (None if isinstance(node.value, dict) else node)
    preset = _text(named, path, "rules") if named else default
    if preset not in game.presets:
        raise RecordError(path, node.line, f"{game.name} has no rules {preset!r}{suggest(preset, list(game.presets))}")
    rules = game.presets[preset]
    for name, value in changes.items():
        known = list(rules.decisions())
        if name not in known:
            raise RecordError(path, value.line, f"{game.name} has no decision {name!r}{suggest(name, known)}")
        readings = rules.decisions()[name].readings
        by_text = {str(reading).lower(): reading for reading in readings}
        text = _text(value, path, name).lower()
        if text not in by_text:
            raise RecordError(path, value.line, f"{name} has no reading {text!r}{suggest(text, list(by_text))}")
        rules = replace(rules, **{name: by_text[text]})
    return preset, rules


def _step(node: Node, path: str, players: tuple[str, ...], game: Game) -> Step:
    parts = _mapping(node, path, "a step", _STEP)
    if "at" not in parts:
        raise RecordError(path, node.line, "the step has no 'at'; name the locus (or list of loci) it is about")
    at = parts["at"]
    nodes = at.value if isinstance(at.value, tuple) else (at,)
    loci = tuple(_text(item, path, "at") for item in nodes)
    for item, locus in zip(nodes, loci, strict=True):
        if locus != "ours" and not LOCUS.fullmatch(locus):
            raise RecordError(path, item.line, f"{locus!r} is no locus; write it as source.section.number, or 'ours'")
    loci = tuple(locus for locus in loci if locus != "ours")
    does = (
        tuple(_act(item, path, players, game, "does") for item in _items(parts["does"], path))
        if "does" in parts
        else ()
    )
    refuses = (
        tuple(_act(item, path, players, game, "refuses") for item in _items(parts["refuses"], path))
        if "refuses" in parts
        else ()
    )
    says = _mapping(parts["says"], path, "says") if "says" in parts else {}
    if not (does or refuses or says):
        raise RecordError(path, node.line, "the step asserts nothing; give it 'does', 'refuses' or 'says'")
    return Step(
        line=node.line,
        loci=loci,
        label=_text(parts["label"], path, "label") if "label" in parts else "",
        does=does,
        refuses=refuses,
        says=says,
        note=_text(parts["note"], path, "note") if "note" in parts else "",
    )


def _act(node: Node, path: str, players: tuple[str, ...], game: Game, where: str) -> Act:
    entry = _mapping(node, path, f"an entry of {where}")
    by = entry.pop("by", None)
    if (by is None) == (where == "refuses"):
        raise RecordError(path, node.line, "a refusal, and only a refusal, names 'by': the locus that forbids it")
    if len(entry) != 1:
        raise RecordError(path, node.line, f"an entry of {where} has one actor, not {len(entry)}; split it")
    who, value = next(iter(entry.items()))
    known = (*players, *game.chance_words)
    if who not in known:
        raise RecordError(path, node.line, f"{who!r} is nobody at this table{suggest(who, known)}")
    return Act(who, value.plain(), value.line, _text(by, path, "by") if by else "")


def _shown(value: Any) -> str:
    """Return a plain value as a record writes it: ``{Anna: ♠A}``, ``[1, 2]``."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_shown(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    return str(value)


def _mapping(node: Node, path: str, what: str, known: Sequence[str] | None = None) -> dict[str, Node]:
    if not isinstance(node.value, dict):
        raise RecordError(path, node.line, f"{what} is a mapping (name: value), not {_shown(node.plain())}")
    for key, value in node.value.items():
        if known is not None and key not in known:
            raise RecordError(path, value.line, f"{what} has no {key!r}{suggest(key, known)}")
    return dict(node.value)


def _items(node: Node, path: str) -> tuple[Node, ...]:
    if not isinstance(node.value, tuple):
        raise RecordError(path, node.line, f"a list was expected (lines that begin with -), not {_shown(node.plain())}")
    return node.value


def _text(node: Node, path: str, what: str) -> str:
    if not isinstance(node.value, str):
        raise RecordError(path, node.line, f"{what} is a single text, not {_shown(node.plain())}")
    return node.value


def _yaml(text: str, path: str) -> Node:
    """Compose YAML into nodes that keep their lines; scalars stay texts."""
    yaml = need("yaml", "records")
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise RecordError(path, mark.line + 1 if mark else 1, f"not YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise RecordError(path, 1, f"not YAML: {error}") from None
    if root is None:
        raise RecordError(path, 1, "the file is empty; a record has game, players and steps")

    def convert(node: Any) -> Node:
        line, column = node.start_mark.line + 1, node.start_mark.column + 1
        if isinstance(node, yaml.ScalarNode):
            return Node(node.value, line, column, node.start_mark.index, node.end_mark.index)
        if isinstance(node, yaml.SequenceNode):
            return Node(tuple(convert(item) for item in node.value), line, column)
        entries: dict[str, Node] = {}
        for key, value in node.value:
            if key.value in entries:
                raise RecordError(path, key.start_mark.line + 1, f"{key.value!r} is given twice; remove one")
            entries[key.value] = convert(value)
        return Node(entries, line, column)

    return convert(root)
