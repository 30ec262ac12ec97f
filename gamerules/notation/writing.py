"""Records written out: a game that was played, or a record that was read, as YAML that reads back the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache, partial
from itertools import groupby
from typing import Any

from gamerules.adapters import Entry, Move
from gamerules.cards import Card, CardSet
from gamerules.extras import need
from gamerules.game import CHANCE, Game
from gamerules.records import Act, Record, Step
from gamerules.rules import BaseRules, ImpossibleInputError

PLAYERS = ("Ann", "Bob", "Cid", "Dot")
"""The names that players get who have none."""


def write_record(
    game: Game,
    first: Any,
    actions: Sequence[Any],
    *,
    players: Sequence[str] = PLAYERS,
    start: Mapping[str, str] | None = None,
    title: str = "",
) -> str:
    """Return a record of a game that was played, as YAML.

    Cards that are dealt together are written as the hands they make: the order within a deal is not kept.

    Args:
        game: the game.
        first: the first state.
        actions: the actions, in order.
        players: the players' names; as many as play are taken.
        start: the record's ``start`` options, by which the first state is made again.
        title: the record's title.

    Raises:
        ImpossibleInputError: if the rules cannot be named.
    """
    names = tuple(players[: game.players])
    moves: list[Move] = []
    state = first
    for action in actions:
        moves.append((state, action))
        state = state.after(action)

    def label(move: Move) -> str:
        return game.label(move[0]) if game.label else str(move[0].phase)

    steps = [
        {"at": "ours", "label": name, "does": [dict([entry]) for entry in _writer(game)(list(group), names)]}
        for name, group in groupby(moves, label)
    ]
    return _document(game, _rules(game, first.rules), title or None, "ours", names, start, steps)


def words(game: Game, state: Any, action: Any, names: Sequence[str] = PLAYERS) -> str:
    """Return a player's action in the words of a record; a card chosen for an exchange stands for itself."""
    if isinstance(action, Card) and state.phase == "exchange":
        return str(action)
    ((_, value),) = _writer(game)([(state, action)], names)
    return str(value)


def _writer(game: Game) -> Callable[[Sequence[Move], Sequence[str]], Iterable[Entry]]:
    return game.adapters().write or partial(_plain, game)


def write(record: Record) -> str:
    """Return a record as YAML that reads back the same, but for its lines and comments."""
    rules = _rules(record.game, record.rules, record.preset)
    steps = [_step(step) for step in record.steps]
    return _document(record.game, rules, record.title, record.origin, record.players, record.start, steps)


def _document(
    game: Game,
    rules: Any,
    title: str | None,
    origin: str,
    players: Sequence[str],
    start: Mapping[str, str] | None,
    steps: list[dict[str, Any]],
) -> str:
    titled = {} if title is None else {"title": title}
    data = {"game": game.name, "rules": rules} | titled | {"origin": origin, "players": list(players)}
    return _yaml(data | ({"start": dict(start)} if start else {}) | {"steps": steps})


def _step(step: Step) -> dict[str, Any]:
    loci = list(step.loci)
    data: dict[str, Any] = {"at": loci if len(loci) > 1 else loci[0] if loci else "ours"}
    if step.label:
        data["label"] = step.label
    if step.refuses:
        data["refuses"] = [_act(act) for act in step.refuses]
    if step.does:
        data["does"] = [_act(act) for act in step.does]
    if step.says:
        data["says"] = {name: node.plain() for name, node in step.says.items()}
    if step.note:
        data["note"] = step.note
    return data


def _act(act: Act) -> dict[str, Any]:
    return {act.who: act.value} | ({"by": act.by} if act.by else {})


def _rules(game: Game, rules: BaseRules, preset: str = "") -> Any:
    """Return the rules as a record names them: a preset, or a preset and what departs from it.

    Raises:
        ImpossibleInputError: if they depart from every preset in something that is not a decision.
    """
    presets = {preset: game.presets[preset]} if preset else dict(game.presets)
    for name, known in presets.items():
        if known == rules:
            return name
    name, known = next(iter(presets.items()))
    changes: dict[str, Any] = {"preset": name}
    for each in fields(rules):
        value = getattr(rules, each.name)
        if value == getattr(known, each.name):
            continue
        if each.name not in rules.decisions():
            raise ImpossibleInputError(f"a record cannot hold {each.name}; give the rules as a preset with decisions")
        changes[each.name] = str(value)
    return changes


@cache
def _dumper() -> Any:
    yaml = need("yaml", "records")

    class Dumper(yaml.SafeDumper):  # type: ignore[misc, name-defined]
        """Writes every text plain where YAML's grammar lets it: a record's scalars are texts, ``no`` and ``8`` too."""

        yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - PyYAML looks it up on the class

        def ignore_aliases(self, data: Any) -> bool:
            """Write a value out wherever it stands."""
            return True

    return Dumper


def _yaml(data: Any) -> str:
    yaml = need("yaml", "records")
    # No line is broken: a holding cut in two is hard to read.
    return str(
        yaml.dump(data, Dumper=_dumper(), allow_unicode=True, sort_keys=False, default_flow_style=None, width=10**6)
    )


# ---- how actions are written


def in_turn(
    moves: Sequence[Move], chance: Callable[[list[Move]], Entry], players: Callable[[list[Move]], Iterable[Entry]]
) -> Iterator[Entry]:
    """Write runs of chance moves of one phase as one entry each, and what lies between as the players' own."""
    for (by_chance, _), group in groupby(moves, lambda move: (move[0].actor == CHANCE, str(move[0].phase))):
        if by_chance:
            yield chance(list(group))
        else:
            yield from players(list(group))


def hands_dealt(moves: Sequence[Move], names: Sequence[str], hand: Callable[[Any, int], CardSet]) -> dict[str, str]:
    """Return what moves of chance bring into each hand, by name; ``hand`` gives a player's cards in a state."""
    first, (last, card) = moves[0][0], moves[-1]
    end = last.after(card)
    gained = {name: hand(end, player) - hand(first, player) for player, name in enumerate(names)}
    return {name: str(cards) for name, cards in gained.items() if cards}


def laid_aside(moves: Sequence[Move], names: Sequence[str], verb: str, text: Callable[[Any], str]) -> Iterator[Entry]:
    """Write what players do, in an exchange the cards that they choose one by one together, with … if more may follow.

    Args:
        moves: the moves.
        names: the players' names.
        verb: what stands before the cards.
        text: writes an action outside the exchange.
    """
    chosen: list[Card] = []
    for state, action in moves:
        who = names[state.actor]
        if state.phase != "exchange":
            yield who, text(action)
        elif isinstance(action, Card):
            chosen.append(action)
        else:
            yield who, f"{verb} {CardSet(chosen) if chosen else 'nothing'}"
            chosen = []
    if chosen:
        yield names[moves[-1][0].actor], f"{verb} {CardSet(chosen)} …"


def _plain(game: Game, moves: Sequence[Move], names: Sequence[str]) -> Iterator[Entry]:
    """Write cards dealt as the hands that they make, under the word for the phase, and what players do as it prints."""

    def hand(state: Any, player: int) -> CardSet:
        held = game.draw(state, None).holdings
        return next(each.cards for each in held if (each.owner, each.zone) == (player, "hand"))

    def dealt(group: list[Move]) -> Entry:
        phase = str(group[0][0].phase)
        return phase if phase in game.chance_words else game.chance_words[0], hands_dealt(group, names, hand)

    return in_turn(moves, dealt, lambda group: ((names[state.actor], str(action)) for state, action in group))
