"""Records written out: a game that was played, or a record that was read, as YAML that reads back the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from itertools import groupby
from typing import Any

from gamerules.auction import Call
from gamerules.cards import Card, CardSet, Suit
from gamerules.extras import need
from gamerules.game import CHANCE, Game
from gamerules.records import Act, Record, Step
from gamerules.rules import BaseRules, ImpossibleInputError

Move = tuple[Any, Any]
"""A state and the action that is taken in it."""

Entry = tuple[str, Any]
"""One entry of ``does``: who acts, or a chance word, and what is done."""

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
        ImpossibleInputError: if nothing tells how this game's actions are written, or the rules cannot be named.
    """
    if game.name not in _WRITERS:
        raise ImpossibleInputError(f"{game.title} has no deals that could be written down")
    names = tuple(players[: game.players])
    moves: list[Move] = []
    state = first
    for action in actions:
        moves.append((state, action))
        state = state.after(action)

    def label(move: Move) -> str:
        return game.label(move[0]) if game.label else str(move[0].phase)

    steps = [
        {"at": "ours", "label": name, "does": [dict([entry]) for entry in _WRITERS[game.name](list(group), names)]}
        for name, group in groupby(moves, label)
    ]
    data: dict[str, Any] = {"game": game.name, "rules": _rules(game, first.rules)}
    if title:
        data["title"] = title
    data |= {"origin": "ours", "players": list(names)}
    if start:
        data["start"] = dict(start)
    return _yaml(data | {"steps": steps})


def words(game: Game, state: Any, action: Any, names: Sequence[str] = PLAYERS) -> str:
    """Return a player's action in the words of a record; a card chosen for an exchange stands for itself."""
    entries = [value for _, value in _WRITERS[game.name]([(state, action)], names)]
    return str(entries[0]) if entries else str(action)


def dump(record: Record) -> str:
    """Return a record as YAML that reads back the same, but for its lines and comments."""
    data: dict[str, Any] = {
        "game": record.game.name,
        "rules": _rules(record.game, record.rules, record.preset),
        "title": record.title,
        "origin": record.origin,
        "players": list(record.players),
    }
    if record.start:
        data["start"] = dict(record.start)
    return _yaml(data | {"steps": [_step(step) for step in record.steps]})


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
        ImpossibleInputError: if they depart from every preset in something that is no decision.
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


# ---- how each game's actions are written


def _by_player(cards: Mapping[int, list[Card]], names: Sequence[str]) -> dict[str, str]:
    return {names[player]: str(CardSet(held)) for player, held in sorted(cards.items())}


def _chance_and_players(
    moves: Sequence[Move], chance: Callable[[list[Move]], Entry], player: Callable[[list[Move]], Iterator[Entry]]
) -> Iterator[Entry]:
    """Write runs of chance moves of one phase as one entry each, and what lies between as the players' own."""
    for (by_chance, _), group in groupby(moves, lambda move: (move[0].actor == CHANCE, str(move[0].phase))):
        if by_chance:
            yield chance(list(group))
        else:
            yield from player(list(group))


def _slam(moves: Sequence[Move], names: Sequence[str]) -> Iterator[Entry]:
    from gamerules.slam import Phase, Slam, Strain, SuitBid
    from gamerules.slam.deal import receiver
    from gamerules.slam.game import deal_of

    def dealt(group: list[Move]) -> Entry:
        hands: dict[int, list[Card]] = {}
        for state, card in group:
            deal = deal_of(state)
            hands.setdefault(receiver(deal.dealt, deal.dealer), []).append(card)
        return "deal", _by_player(hands, names)

    def text(state: Any, action: Any) -> str:
        if isinstance(action, Call):
            return str(action)
        if isinstance(action, Strain):
            return f"{'name' if deal_of(state).phase is Phase.NAMING else 'change to'} {action}"
        if isinstance(action, CardSet):
            return f"reserve {action}"
        if isinstance(action, Card):
            return f"play {action}"
        if isinstance(action, SuitBid):
            return f"bid {action.points} {action.suit.name.lower()}"
        return f"bid {action.value if isinstance(action, Slam) else action}"

    def said(group: list[Move]) -> Iterator[Entry]:
        for state, action in group:
            yield names[state.actor], text(state, action)

    return _chance_and_players(moves, dealt, said)


def _bridge(moves: Sequence[Move], names: Sequence[str]) -> Iterator[Entry]:
    from gamerules.two_hand_bridge import Bid, Exchange

    def dealt(group: list[Move]) -> Entry:
        if group[0][0].phase == "exchange":
            return "stock", str(CardSet(card for _, card in group))
        hands: dict[int, list[Card]] = {}
        for state, card in group:
            hands.setdefault(state.stage.to, []).append(card)
        return "deal", _by_player(hands, names)

    def said(group: list[Move]) -> Iterator[Entry]:
        thrown: list[Card] = []
        for state, action in group:
            who = names[state.actor]
            if action is Exchange.DONE:
                yield who, f"throw {CardSet(thrown) if thrown else 'nothing'}"
                thrown = []
            elif state.phase == "exchange":
                thrown.append(action)
            else:
                yield who, f"bid {action}" if isinstance(action, Bid) else str(action)

    return _chance_and_players(moves, dealt, said)


def _ombre(moves: Sequence[Move], names: Sequence[str]) -> Iterator[Entry]:
    from gamerules.german_ombre import Contract, Word
    from gamerules.german_ombre.deal import receiver
    from gamerules.german_ombre.record import PHASE_OF

    words = {phase: word for word, phase in PHASE_OF.items()}

    def dealt(group: list[Move]) -> Entry:
        phase = str(group[0][0].phase)
        if phase != "deal":
            return words[phase], " ".join(str(card) for _, card in group)
        hands: dict[int, list[Card]] = {}
        for number, (state, card) in enumerate(group):
            hands.setdefault(receiver(number, state.deal.dealer), []).append(card)
        return "deal", _by_player(hands, names)

    def said(group: list[Move]) -> Iterator[Entry]:
        chosen: list[Card] = []
        for state, action in group:
            who = names[state.actor]
            if state.phase == "exchange" and isinstance(action, Card):
                chosen.append(action)
            elif action is Word.ENOUGH:
                yield who, f"lay off {CardSet(chosen) if chosen else 'nothing'}"
                chosen = []
            elif isinstance(action, Suit):
                yield who, action.name.lower()
            else:
                yield who, f"bid {action}" if isinstance(action, Contract) else str(action)

    return _chance_and_players(moves, dealt, said)


def _vint(moves: Sequence[Move], names: Sequence[str]) -> Iterator[Entry]:
    from gamerules.vint.record import WORD

    return ((WORD, str(result)) for _, result in moves)


def _nullo(moves: Sequence[Move], names: Sequence[str]) -> Iterator[Entry]:
    return ((names[state.actor], str(action)) for state, action in moves)


_WRITERS: Mapping[str, Callable[[Sequence[Move], Sequence[str]], Iterator[Entry]]] = {
    "slam": _slam,
    "two-hand-bridge": _bridge,
    "german-ombre": _ombre,
    "vint": _vint,
    "nullo-bridge": _nullo,
}
