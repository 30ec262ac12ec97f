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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from gamerules.cards import CardError, CardSet
from gamerules.extras import need
from gamerules.game import CHANCE, Fact, Game, Gives, Position, RecordValueError, UnknownGameError, find
from gamerules.rules import LOCUS, BaseRules, FileError, GameRulesError, IllegalAction, ImpossibleInputError, suggest


class RecordError(FileError):
    """A record that cannot be read; the message says what and how to mend it."""


@dataclass(frozen=True, slots=True)
class Node:
    """A YAML value with the place where it stands: a text, a list of nodes or a mapping of nodes; texts stay texts.

    Attributes:
        value: ``str``, ``tuple[Node, ...]`` or ``dict[str, Node]``.
        path: the file.
        line: the line of the value, from 1.
        column: its column, from 1.
        start: the beginning of a text in the file, as a character offset; with ``end`` a tool can rewrite it in place.
        end: the end of a text in the file.
    """

    value: Any
    path: str
    line: int
    column: int
    start: int
    end: int

    def error(self, message: str) -> RecordError:
        """Return the error that names this place."""
        return RecordError(self.path, self.line, message)

    def plain(self) -> Any:
        """Return the value with all nodes below it unwrapped."""
        if isinstance(self.value, tuple):
            return [node.plain() for node in self.value]
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        return self.value

    def text(self, what: str) -> str:
        """Return the value, which must be a text; ``what`` names it in the error."""
        if not isinstance(self.value, str):
            raise self.error(f"{what} is a single text, not {_shown(self.plain())}")
        return self.value

    def items(self) -> tuple[Node, ...]:
        """Return the value, which must be a list."""
        if not isinstance(self.value, tuple):
            raise self.error(f"a list was expected (lines that begin with -), not {_shown(self.plain())}")
        return self.value

    def mapping(self, what: str, known: Sequence[str] | None = None) -> dict[str, Node]:
        """Return the value, which must be a mapping, of no other names than those known if these are given."""
        if not isinstance(self.value, dict):
            raise self.error(f"{what} is a mapping (name: value), not {_shown(self.plain())}")
        for key, value in self.value.items():
            if known is not None and key not in known:
                raise value.error(f"{what} has no {key!r}{suggest(key, known)}")
        return dict(self.value)


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
    """One place where a record and the rules disagree.

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
        disagreements: everything in which text and rules disagree; empty if the record holds.
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
    top = _yaml(text, path).mapping("a record", _TOP)
    for key in _NEEDED:
        if key not in top:
            raise RecordError(path, 1, f"the record has no {key!r}; add it")
    try:
        game = find(top["game"].text("game"))
    except UnknownGameError as error:
        raise top["game"].error(str(error)) from None
    if game.start is None or game.actions is None:
        raise top["game"].error(f"{game.name} is scored only; it has no deals to record")
    preset, rules = _rules(top.get("rules"), game)
    players = tuple(node.text("a player's name") for node in top["players"].items())
    if len(players) != game.players or len(set(players)) != len(players):
        raise top["players"].error(
            f"{game.name} has {game.players} players of different names, not {', '.join(players)}"
        )
    origin = _text(top, "origin", "source")
    if origin not in _ORIGINS:
        raise top["origin"].error(f"origin {origin!r} is unknown{suggest(origin, _ORIGINS)}")
    start = top["start"].mapping("start") if "start" in top else {}
    return Record(
        path=path,
        game=game,
        preset=preset,
        rules=rules,
        title=_text(top, "title", game.title),
        origin=origin,
        players=players,
        start={key: node.text(key) for key, node in start.items()},
        start_line=top["start"].line if "start" in top else 1,
        steps=tuple(_step(node, players, game) for node in top["steps"].items()),
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


class _OutOfTurnError(GameRulesError):
    """Somebody acts who is not to act."""


_REFUSED = (RecordValueError, CardError, GameRulesError)
"""What a game raises at an entry that it cannot read or does not allow."""


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
        except (*_REFUSED, TypeError) as error:
            self.disagreements.append(
                Disagreement(record.start_line, (), "start", f"start: {_shown(record.start)}", str(error))
            )
            self.compared += 1
            return self._played(0)
        self.moments.append(Moment(0, None, None, state))
        for index, step in enumerate(record.steps):
            state = self._step(index, step, state)
            if state is None:
                return self._played(index + 1)
        return self._played(len(record.steps))

    def _played(self, reached: int) -> Replay:
        unreached = len(self.record.steps) - reached
        return Replay(self.record, tuple(self.moments), tuple(self.disagreements), self.compared, unreached)

    def _step(self, index: int, step: Step, before: Any) -> Any:
        """Play one step; return the state after it, or None if an action was impossible."""
        for act in step.refuses:
            self._refusal(step, act, before)
        state, actions, states = before, list[tuple[int, Any]](), []
        for act in step.does:
            self.compared += 1
            try:
                for actor, action, after in self._acts(act, state):
                    states.append(state)
                    actions.append((actor, action))
                    state = after
                    self.moments.append(Moment(index, actor, action, state))
            except _REFUSED as error:
                by = (error.locus,) if isinstance(error, IllegalAction) else ()
                who = f"{act.who} acts" if isinstance(error, _OutOfTurnError) else act.who
                self._differ(step, act.line, state, f"{who}: {_shown(act.value)}", str(error), by)
                return None
        position = Position(state, before, tuple(actions), tuple(states))
        for name, node in step.says.items():
            self._fact(step, name, node, position)
        return state

    def _acts(self, act: Act, state: Any) -> Iterator[tuple[int, Any, Any]]:
        """Yield actor, action and state after it; more than one only where chance deals several cards."""
        game = self.record.game
        assert game.actions is not None
        chance = act.who in game.chance_words
        actor = CHANCE if chance else self.record.players.index(act.who)
        actions = game.actions(state, actor, act.who if chance else "", act.value, self.record.players)
        if not actions:
            raise RecordValueError("nothing is done by it; remove the entry, or say what is done")
        for action in actions:
            if actor != state.actor:
                raise _OutOfTurnError(f"{self._name(state.actor)} is to act")
            state = state.after(action)
            yield actor, action, state

    def _refusal(self, step: Step, act: Act, before: Any) -> None:
        self.compared += 1
        gives = "legal"
        by: tuple[str, ...] = ()
        try:
            for _ in self._acts(act, before):
                pass
        except IllegalAction as error:
            if error.locus == act.by:
                return
            gives, by = f"illegal, but: {error}", (error.locus,)
        except _REFUSED as error:
            gives = str(error)
        self._differ(step, act.line, before, f"{act.who}: {_shown(act.value)} is illegal by {act.by}", gives, by)

    def _fact(self, step: Step, name: str, node: Node, position: Position) -> None:
        facts, players = self.record.game.facts, self.record.players
        says = f"{name}: {_shown(node.plain())}"
        if name not in facts:
            problem = f"{self.record.game.name} has no fact of that name{suggest(name, list(facts))}"
            return self._unread(step, node, position, name, problem)
        fact = facts[name]
        if fact.by_player and not isinstance(node.value, dict):
            return self._unread(step, node, position, says, "write this fact by player: {NAME: value}")
        try:
            value = fact.read(position)
        except (GameRulesError, LookupError, ValueError) as error:
            return self._unread(step, node, position, says, f"nothing: {error}", fact.loci)
        if not fact.by_player:
            return self._compare(step, name, fact, node, value, position)
        for who, expected in node.value.items():
            if who in players:
                self._compare(step, f"{name} of {who}", fact, expected, value[players.index(who)], position)
            else:
                problem = f"{who!r} is not a player{suggest(who, players)}"
                self._unread(step, expected, position, f"{name} of {who}", problem)
        return None

    def _unread(
        self, step: Step, node: Node, position: Position, says: str, problem: str, by: tuple[str, ...] = ()
    ) -> None:
        """Note a fact that cannot be compared."""
        self.compared += 1
        self._differ(step, node.line, position.before, says, problem, by)

    def _compare(self, step: Step, name: str, fact: Fact, node: Node, actual: Any, position: Position) -> None:
        says = f"{name}: {_shown(node.plain())}"
        try:
            expected = _expected(fact, node.plain(), self.record.players)
        except (ValueError, CardError) as error:
            return self._unread(step, node, position, says, str(error))
        self.compared += 1
        if expected != actual:
            value = self._show(fact, actual)
            given = f"{value} ({fact.detail(position)})" if fact.detail else value
            self._differ(step, node.line, position.before, says, given, fact.loci, node, value)
        return None

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

    def _differ(self, step: Step, line: int, state: Any, *told: Any) -> None:
        """Note a disagreement at a step; ``told`` is what follows the label in :class:`Disagreement`."""
        label = step.label or (self.record.game.label(state) if self.record.game.label else state.phase)
        self.disagreements.append(Disagreement(line, step.loci, label, *told))


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
            raise ValueError(f"{text!r} is not a player{suggest(text, players)}")
        return list(players).index(text)
    if fact.gives is Gives.CARDS:
        return CardSet.parse(text)
    return text


def _identifiers(options: Mapping[str, str]) -> dict[str, str]:
    return {key.replace("-", "_").replace(" ", "_"): value for key, value in options.items()}


def _rules(node: Node | None, game: Game) -> tuple[str, BaseRules]:
    default = next(iter(game.presets))
    if node is None:
        return default, game.presets[default]
    changes = dict(node.value) if isinstance(node.value, dict) else {"preset": node}
    preset = changes.pop("preset").text("rules") if "preset" in changes else default
    if preset not in game.presets:
        raise node.error(f"{game.name} has no rules {preset!r}{suggest(preset, list(game.presets))}")
    rules = game.presets[preset]
    for name, value in changes.items():
        try:
            rules = rules.adopting(name, value.text(name))
        except ImpossibleInputError as error:
            raise value.error(str(error)) from None
    return preset, rules


def _step(node: Node, players: tuple[str, ...], game: Game) -> Step:
    parts = node.mapping("a step", _STEP)
    if "at" not in parts:
        raise node.error("the step has no 'at'; name the locus (or list of loci) it is about")
    at = parts["at"]
    loci = []
    for item in at.value if isinstance(at.value, tuple) else (at,):
        locus = item.text("at")
        if locus == "ours":
            continue
        if not LOCUS.fullmatch(locus):
            raise item.error(f"{locus!r} is not a locus; write it as source.section.number, or 'ours'")
        loci.append(locus)
    does, refuses = (
        tuple(_act(item, players, game, where) for item in parts[where].items()) if where in parts else ()
        for where in ("does", "refuses")
    )
    says = parts["says"].mapping("says") if "says" in parts else {}
    for where in ("does", "refuses", "says"):
        if where in parts:
            _must_assert(where, parts[where])
    for name, value in says.items():
        _must_assert(name, value)
    if not (does or refuses or says):
        raise node.error("the step asserts nothing; give it 'does', 'refuses' or 'says'")
    return Step(node.line, tuple(loci), _text(parts, "label"), does, refuses, says, _text(parts, "note"))


def _must_assert(name: str, node: Node) -> None:
    """See that a part of a step, an action or a fact is not empty: it would be compared with nothing."""
    if not node.value:
        raise node.error(f"{name!r} is empty, so it asserts nothing; remove it, or write 'none' for no value")


def _act(node: Node, players: tuple[str, ...], game: Game, where: str) -> Act:
    entry = node.mapping(f"an entry of {where}")
    by = entry.pop("by", None)
    for who, value in entry.items():
        _must_assert(who, value)
    if (by is None) == (where == "refuses"):
        raise node.error("a refusal, and only a refusal, names 'by': the locus that forbids it")
    if len(entry) != 1:
        raise node.error(f"an entry of {where} has one actor, not {len(entry)}; split it")
    ((who, value),) = entry.items()
    known = (*players, *game.chance_words)
    if who not in known:
        raise node.error(f"{who!r} does not play at this table{suggest(who, known)}")
    return Act(who, value.plain(), value.line, by.text("by") if by else "")


def _text(parts: Mapping[str, Node], name: str, default: str = "") -> str:
    return parts[name].text(name) if name in parts else default


def _shown(value: Any) -> str:
    """Return a plain value as a record writes it: ``{Anna: ♠A}``, ``[1, 2]``."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_shown(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    return str(value)


DEEPEST = 12
"""How deep values may lie in one another; a record needs seven: record, steps, step, does, act, hands, hand."""

LARGEST = 200_000
"""The most characters that a record may have; a long rubber has some twenty thousand."""

MOST_VALUES = 30_000
"""The most values that a record may have."""


@cache
def _loader() -> Any:
    yaml = need("yaml", "records")

    class Loader(yaml.SafeLoader):  # type: ignore[misc, name-defined]
        """Composes YAML into its nodes, and refuses what a record has no use for and what would never end."""

        path = ""
        deep = 0
        values = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            """Compose one value with all that lies in it."""
            event = self.peek_event()
            self.deep += 1
            self.values += 1
            if isinstance(event, yaml.AliasEvent):
                self.refuse(event, f"the alias *{event.anchor} stands for another value; write the value out")
            if self.deep > DEEPEST:
                self.refuse(event, f"values lie more than {DEEPEST} deep in one another; a record needs less")
            if self.values > MOST_VALUES:
                self.refuse(event, f"there are more than {MOST_VALUES:,} values; make several records of it")
            if isinstance(event, yaml.ScalarEvent) and not event.value.isprintable():
                self.check_characters(event)
            if isinstance(parent, yaml.MappingNode) and index is None and not isinstance(event, yaml.ScalarEvent):
                self.refuse(event, "a name before a colon is a single text; put braces or brackets in quotes, as '{…}'")
            node = super().compose_node(parent, index)
            self.deep -= 1
            return node

        def check_characters(self, event: Any) -> None:
            """Refuse a half of a character, which an escape can write and no file can hold."""
            for sign in event.value:
                if "\ud800" <= sign <= "\udfff":
                    self.refuse(event, f"\\u{ord(sign):04x} is half of a character; write the character itself")

        def refuse(self, event: Any, problem: str) -> None:
            """Raise the error that names the place of an event."""
            raise RecordError(self.path, event.start_mark.line + 1, problem)

    return Loader


def _compose(text: str, path: str) -> Any:
    """Return the root of YAML's own nodes, or None.

    Raises:
        RecordError: on any fault, with its line.
    """
    yaml = need("yaml", "records")
    if len(text) > LARGEST:
        raise RecordError(path, 1, f"the file has {len(text):,} characters; a record has {LARGEST:,} at most")
    try:
        loader = _loader()(text)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise RecordError(path, line, f"not YAML: U+{error.character:04X} may not stand in a file; remove it") from None
    try:
        loader.path = path
        return loader.get_single_node()
    except RecordError:
        raise
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = error.problem or error.context
        told = f"{error.context}, {problem}" if problem.startswith("but ") else problem
        line = (mark.line if mark else loader.line) + 1
    except (ValueError, OverflowError):
        line, told = loader.line + 1, "the number after \\x, \\u, \\U or %YAML is out of range; mend it"
    finally:
        loader.dispose()
    raise RecordError(path, line, f"not YAML: {told}") from None


def _yaml(text: str, path: str) -> Node:
    """Compose YAML into nodes that keep their lines; scalars stay texts."""
    yaml = need("yaml", "records")
    root = _compose(text, path)
    if root is None:
        raise RecordError(path, 1, "the file is empty; a record has game, players and steps")

    def convert(node: Any) -> Node:
        begin, end = node.start_mark, node.end_mark
        value = node.value
        if isinstance(node, yaml.SequenceNode):
            value = tuple(map(convert, node.value))
        elif isinstance(node, yaml.MappingNode):
            value = {}
            for key, item in node.value:
                if key.value in value:
                    raise RecordError(path, key.start_mark.line + 1, f"{key.value!r} is given twice; remove one")
                value[key.value] = convert(item)
        return Node(value, path, begin.line + 1, begin.column + 1, begin.index, end.index)

    return convert(root)
