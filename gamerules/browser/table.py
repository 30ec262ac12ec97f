"""A table at which a reader plays deal after deal, or watches: what he sees, what he may do, and why nothing else.

Everything is a function of the seed and of what the reader does: each outcome of chance and each choice of the machine
has its own source of randomness, made from the seed and its number. So a deal can be given to others by its seed, and
taking a step back and doing the same again leads to the same place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from types import MappingProxyType
from typing import Any, Final

from gamerules.browser.reading import with_signs, words_of
from gamerules.browser.text import rich, rich_card
from gamerules.cards import Card, CardError, CardSet
from gamerules.game import CHANCE, Gives, Picture, Position, RecordValueError, find
from gamerules.lab.deals import deal_of
from gamerules.lab.policies import DEFAULT, choose, policy
from gamerules.ledger import Ledger
from gamerules.policy import Choice, Moment
from gamerules.rules import BaseRules, GameRulesError, IllegalAction, LostTableError
from gamerules.solve import Scored, SolverError, ThreeHands, analyse_play, position_of

OPPONENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "machine": "thinks: calls by value, deals the cards it cannot see so that they fit, and solves what comes",
        "simple": "plays by simple rules, and any legal card",
    }
)
"""The ways in which the machine plays."""

ROLES = ("dealer", "declarer", "ombre")
"""Facts that say who plays what part; shown where a game has them."""

PLAY = "play"
"""The phase in which cards are played openly; in every other a card chosen is laid face down."""


NAMES = ("Anna", "Boris", "Vera", "Gleb")
"""What those are called who are not the reader."""


class TableError(GameRulesError, ValueError):
    """Something was asked of a table that it cannot do; the message says what."""


class Sitting:
    """A table and what was done at it.

    Attributes:
        seat: the reader's number, or None if he watches with all cards open.
        shows_all: whether the reader wants to see all cards.
        past: the actions of the deals before this one, by number.
        rubber: the rubber before this deal; None at its beginning, or if the game has none.
        done: what was done so far: (state before, actor, action).
        state: the present state.
        picks: cards chosen for an action that takes several at once.
    """

    def __init__(
        self, game: str, seed: int, seat: int | None, opponent: str = DEFAULT, rules: BaseRules | None = None
    ) -> None:
        """Sit down at a new deal.

        Args:
            game: the game's name.
            seed: the deal's number.
            seat: the reader's seat, from 0; None to watch.
            opponent: one of :data:`OPPONENTS`.
            rules: the rules; the game's first preset if left out.

        Raises:
            TableError: if there is no such seat or opponent.
            gamerules.rules.ImpossibleInputError: if the game has no deals.
        """
        self.deal, self.game = deal_of(game), find(game)
        players = self.game.players
        if seat is not None and seat not in range(players):
            raise TableError(f"there is no seat {seat + 1} at a table of {players}")
        if opponent not in OPPONENTS:
            raise TableError(f"no opponent plays {opponent!r}; choose one of {', '.join(OPPONENTS)}")
        self.seed, self.seat, self.opponent = seed, seat, opponent
        others = iter(NAMES)
        self.names = tuple("You" if player == seat else next(others) for player in range(players))
        self.shows_all = False
        self.past: list[list[int]] = []
        self.rubber: Any = None
        self.state: Any = self.deal.start(rules or next(iter(self.game.presets.values())), seed % players)
        self.done: list[tuple[Any, int, Any]] = []
        self.picks: CardSet = CardSet()
        self._advice: tuple[int, Choice] | None = None

    # ---- what is so

    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
        return bool(self.done) and bool(self.deal.is_over(self.done[-1][0], self.state))

    @property
    def is_readers(self) -> bool:
        """Whether the reader is to act."""
        return not self.is_over and self.seat is not None and self.state.actor == self.seat

    def legal(self) -> tuple[Any, ...]:
        """Return what may be done now; nothing once the deal is over."""
        return () if self.is_over else tuple(self.state.legal_actions())

    def chosen(self) -> CardSet:
        """Return the cards that the present actor has chosen so far, to be laid face down."""
        cards = CardSet()
        for state, actor, action in reversed(self.done):
            if actor != self.state.actor or not isinstance(action, Card) or state.phase == PLAY:
                break
            cards = cards.add(action)
        return cards

    # ---- doing

    def do(self, action: Any) -> None:
        """Do an action for whoever is to act.

        Raises:
            IllegalAction: if it is not legal.
        """
        after = self.state.after(action)
        self.done.append((self.state, self.state.actor, action))
        self.state, self.picks = after, CardSet()

    def advance(self) -> None:
        """Let one player act who is not the reader, or chance until somebody else is to act; nothing if nobody can."""
        if self.is_over or self.is_readers:
            return
        actor, phase = self.state.actor, self.state.phase
        if actor != CHANCE:
            choosing = self.is_choosing()
            self.do(self.machine().action)
            while choosing and (self.state.actor, self.state.phase) == (actor, phase) and self.is_choosing():
                self.do(self.machine().action)  # cards laid face down are one step
            return
        while self.state.actor == CHANCE and self.state.phase == phase and not self.is_over:
            number = sum(actor == CHANCE for _, actor, _ in self.done)
            self.do(Random(f"{self._seed()} chance {number}").choice(self.state.legal_actions()))

    def _seed(self) -> str:
        return f"{self.seed}.{len(self.past)}" if self.past else str(self.seed)

    def machine(self, opponent: str | None = None) -> Choice:
        """Return what the machine does in the place of whoever is to act, from what that player may see."""
        past = tuple((state, action) for state, _, action in self.done)
        return choose(
            policy(opponent or self.opponent), Moment(self.game, self.state, past), self.seed + len(self.past)
        )

    def act(self, number: int) -> None:
        """Do the legal action of a number.

        Raises:
            TableError: if it is not the reader's turn, or there is no such number.
        """
        legal = self.legal()
        if not self.is_readers or number not in range(len(legal)):
            raise TableError("that cannot be done now")
        self.do(legal[number])

    def card(self, number: int) -> None:
        """Play the card of a number, or choose it, or put it back if it was chosen.

        Raises:
            IllegalAction: if it may not be played.
            TableError: if it is not the reader's turn.
        """
        if not self.is_readers:
            raise TableError("it is not your turn")
        card = Card(number)
        if self.sizes():
            self.picks = self.picks.remove(card) if card in self.picks else self.picks.add(card)
        elif card in self.chosen():
            rest = self.chosen().remove(card)
            del self.done[len(self.done) - len(rest) :]
            self.state = self.done.pop()[0]
            for other in rest:
                self.do(other)
        else:
            self.do(card)

    def lay(self) -> None:
        """Do the action that takes several cards at once, with those that are chosen.

        Raises:
            IllegalAction: if it takes others, or another number of them.
        """
        if not self.is_readers or not self.sizes():
            raise TableError("no cards are laid aside now")
        self.do(self.picks)

    def say(self, text: str) -> None:
        """Do what a text says, in the words of a record.

        Raises:
            IllegalAction: if it is not legal.
            RecordValueError: if it cannot be read.
        """
        if not self.is_readers:
            raise TableError("it is not your turn")
        before = len(self.done), self.state
        actions = self._read(text.strip())
        if self.sizes() and len(actions) == 1 and isinstance(actions[0], Card):
            self.card(int(actions[0]))
            return
        try:
            for action in actions:
                self.do(action)
        except IllegalAction:
            del self.done[before[0] :]
            self.state = before[1]
            raise

    def _read(self, text: str) -> Sequence[Any]:
        """Read what a reader types: an action as the page words it or a record does, its verb left out or not."""
        assert self.game.actions is not None
        wanted = words_of(text)
        for action in self.legal():
            said = words_of(self.said(self.state, action, self.is_choosing()))
            if wanted and wanted in (said, said.partition(" ")[2]):
                return (action,)
        for verb in ("", "bid ", "play ", "name "):
            with suppress(RecordValueError, CardError):
                return self.game.actions(self.state, self.seat or 0, "", verb + with_signs(text), self.names)
        raise RecordValueError(f"“{text}” is not something that can be done here")

    def show(self) -> None:
        """Lay all cards open, or cover them again."""
        self.shows_all = not self.shows_all

    def follow(self) -> None:
        """Do what the hint says."""
        if not self.is_readers:
            raise TableError("it is not your turn")
        self.do(self._advised().action)

    def _advised(self) -> Choice:
        if self._advice is None or self._advice[0] != len(self.done):
            self._advice = (len(self.done), self.machine(DEFAULT))
        return self._advice[1]

    # ---- deal after deal

    def _entered(self) -> tuple[Any, Any]:
        """Return the rubber with this deal, and how the next deal begins; None if the rubber is over."""
        if self.deal.enter is None:
            return None, self.deal.start(self.state.rules, (self.seed + len(self.past) + 1) % self.game.players)
        return self.deal.enter(self.rubber, self.state, self.names)

    def next_deal(self) -> None:
        """Begin the next deal.

        Raises:
            TableError: if this one is not over, or the rubber is.
        """
        rubber, state = self._entered() if self.is_over else (None, None)
        if state is None:
            raise TableError("the rubber is over" if self.is_over else "this deal is not over yet")
        self.past.append(self.moves())
        self.rubber, self.state, self.done, self.picks, self._advice = rubber, state, [], CardSet(), None

    def moves(self) -> list[int]:
        """Return what was done in this deal, by number."""
        return [self.deal.number(action) for _, _, action in self.done]

    def resume(self, deals: Sequence[Sequence[int]]) -> None:
        """Do again what was done before, deal by deal.

        Raises:
            IllegalAction: if it is not legal under the rules of today.
            TableError: if a deal that is not the last was not played to its end.
        """
        for number, moves in enumerate(deals):
            if number:
                self.next_deal()
            for move in moves:
                self.do(self.deal.action(move))

    def back(self) -> None:
        """Take back the reader's last decision and all since, or the cards chosen for one; watching, the last step."""
        if self.picks:
            self.picks = CardSet()
            return
        mine = [number for number, (_, actor, _) in enumerate(self.done) if self.seat in (None, actor)]
        if self.seat is None and mine:
            last = mine[-1]
            while last and self.done[last - 1][1] == self.done[last][1] and self._one_step(last):
                last -= 1
            mine = [last]
        if mine:
            self.state = self.done[mine[-1]][0]
            del self.done[mine[-1] :]
            self.picks = CardSet()

    def _one_step(self, number: int) -> bool:
        """Return whether an action belongs to the same step as the one before it: chance, or cards laid face down."""
        state, actor, _ = self.done[number]
        before, _, action = self.done[number - 1]
        return state.phase == before.phase and (actor == CHANCE or (isinstance(action, Card) and state.phase != PLAY))

    # ---- telling

    def is_choosing(self) -> bool:
        """Return whether cards are chosen now, one by one, to be laid face down."""
        if self.is_over or self.state.actor in (None, CHANCE) or self.state.phase == PLAY:
            return False
        return bool(self.chosen()) or any(isinstance(action, Card) for action in self.legal())

    def sizes(self) -> tuple[int, ...]:
        """Return how many cards an action takes at once; nothing if the actions now are not sets of cards."""
        return tuple(sorted({len(action) for action in self.legal() if isinstance(action, CardSet)}))

    def said(self, state: Any, action: Any, choosing: bool = False) -> str:
        """Return an action in words."""
        if isinstance(action, Card) or choosing:
            return str(action)
        from gamerules.notation.writing import words

        return words(self.game, state, action, self.names)

    def hint(self) -> dict[str, Any] | None:
        """Return what the machine would do in the reader's place, and why; None if it is not his turn."""
        if not self.is_readers:
            return None
        choice = self._advised()
        text = self.said(self.state, choice.action, self.is_choosing())
        card = int(choice.action) if isinstance(choice.action, Card) else None
        return {"text": rich(text), "why": choice.why, "card": card}

    def verdict(self) -> dict[str, Any] | None:
        """Return what each card of the reader cost, all hands open; watching, each card; None where no solver can say.

        The cost is in what the solver counts, its ``unit``: tricks, points, or the price of the game.
        """
        plays = [(state, action) for state, _, action in self.done if isinstance(action, Card) and state.phase == PLAY]
        if not self.is_over or not plays:
            return None
        try:
            problem = position_of(plays[0][0])
            judged = analyse_play(plays[0][0], [card for _, card in plays])
        except SolverError:
            return None
        prices = isinstance(problem, ThreeHands)
        label = self.game.label or (lambda state: str(state.phase))
        cards = [
            {
                "who": self.names[one.play.player],
                "when": label(state),
                "card": rich_card(one.play.card),
                "cost": one.cost,
                "best": [rich_card(card) for card in one.best],
            }
            for one, (state, _) in zip(judged, plays, strict=True)
            if self.seat in (None, one.play.player)
        ]
        unit = problem.unit if isinstance(problem, Scored) else "times the price of the game" if prices else "tricks"
        return {"unit": unit, "cards": cards}

    def log(self) -> list[dict[str, Any]]:
        """Return what was done so far, a line for each step, as far as the reader may know: who, and what."""
        lines: list[dict[str, Any]] = []
        hidden = 0
        start = 0
        for number, (state, actor, action) in enumerate(self.done):
            if actor == CHANCE:
                label = self.game.label(state) if self.game.label else str(state.phase)
                if not lines or lines[-1].get("label") != label:
                    lines.append({"who": "", "text": rich(label), "label": label})
                continue
            open_to_reader = self.seat in (None, actor) or state.phase == PLAY
            if isinstance(action, Card) and state.phase != PLAY:
                hidden += 1
                if not open_to_reader:
                    continue
            closing = hidden > 0 and not isinstance(action, Card)
            if isinstance(action, CardSet) and not open_to_reader:
                text = f"{len(action)} cards, face down"
            else:
                choosing = not isinstance(action, Card) and any(isinstance(a, Card) for a in state.legal_actions())
                text = self.said(state, action, closing or (choosing and state.phase != PLAY))
            if closing:
                text, hidden = f"{text} ({hidden} card{'s' * (hidden > 1)} face down)", 0
            lines.append({"who": self.names[actor], "text": rich(text)})
            if isinstance(action, Card) and state.phase == PLAY:
                lines[-1]["played"] = True
                after = self.done[number + 1][0] if number + 1 < len(self.done) else self.state
                if self._trick_is_full(after):
                    winner = self._winner(start, number + 1)
                    lines[-1]["won"] = "" if winner is None else self.names[winner]
                    start = number + 1
            else:
                start = number + 1
        return lines

    def _trick_is_full(self, after: Any) -> bool:
        return not self.game.draw(after, self.seat).trick

    def _winner(self, start: int, end: int) -> int | None:
        """Return who won the trick of some steps, if the game has a fact for it."""
        fact = self.game.facts.get("winner")
        if fact is None or fact.gives is not Gives.PLAYER:
            return None
        states = [state for state, _, _ in self.done[start:end]]
        after = self.done[end][0] if end < len(self.done) else self.state
        actions = tuple((actor, action) for _, actor, action in self.done[start:end])
        return self._fact("winner", Position(after, states[0], actions, tuple(states)))

    def _fact(self, name: str, position: Position) -> int | None:
        try:
            value = self.game.facts[name].read(position)
        except (GameRulesError, LookupError, ValueError, AttributeError, StopIteration):
            return None
        return value if isinstance(value, int) else None

    def _roles(self) -> list[tuple[str, str]]:
        found = []
        for role in ROLES:
            player = self._fact(role, Position(self.state, self.state)) if role in self.game.facts else None
            if player is not None and player in range(self.game.players):
                found.append((role, self.names[player]))
        return found

    def view(self) -> dict[str, Any]:
        """Return all that the reader may see and do, ready for JSON."""
        picture: Picture = self.game.draw(self.state, None if self.shows_all else self.seat)
        over = self.is_over
        actor = None if over else self.state.actor
        label = self.game.label(self.state) if self.game.label and not over else "the end"
        log = self.log()
        return {
            "game": self.game.name,
            "seed": self.seed,
            "deal": len(self.past) + 1,
            "moves": [*self.past, self.moves()],
            "shows_all": self.shows_all,
            "names": list(self.names),
            "taken": self._taken(log),
            "seat": None if self.seat is None else self.seat + 1,
            "at": len(self.done),
            "label": label,
            "over": over,
            "yours": self.is_readers,
            "back": any(self.seat in (None, done_by) for _, done_by, _ in self.done),
            "turn": "" if actor is None else "chance" if actor == CHANCE else self.names[actor],
            "hands": self._hands(picture),
            "trick": [[self.names[player], rich_card(card)] for player, card in picture.trick],
            "notes": [[name, rich(value)] for name, value in (*self._roles(), *picture.notes)],
            "log": log,
            "can": self._can(),
            "score": self._score(picture.ledger),
            **self._sheet(),
        }

    def _taken(self, log: Sequence[Mapping[str, Any]]) -> dict[str, int]:
        """Return how many tricks each player has won, where the game has a fact for it."""
        won = [line["won"] for line in log if line.get("won")]
        return {name: won.count(name) for name in self.names} if won else {}

    def _sheet(self) -> dict[str, Any]:
        """Return the score sheet of the rubber, a column for each player or pair, and whether another deal follows."""
        if not self.is_over:
            return {"sheet": None, "next": False}
        rubber, state = self._entered()
        if rubber is None:
            return {"sheet": None, "next": True}
        found = told(rubber.ledger())
        sides = list(found["totals"])  # players, or pairs of those who sit opposite
        called = {side: " and ".join(self.names[n :: len(sides)]) for n, side in enumerate(sides)}
        for entry in found["entries"]:
            entry["side"] = called[entry["side"]]
        found["totals"] = {called[side]: points for side, points in found["totals"].items()}
        return {"sheet": found, "next": state is not None}

    def _hands(self, picture: Picture) -> list[dict[str, Any]]:
        legal = {action for action in self.legal() if isinstance(action, Card)} if self.is_readers else set()
        several = bool(self.sizes()) and self.is_readers
        chosen = (self.chosen() if self.is_choosing() else self.picks) if self.is_readers else CardSet()
        found = []
        for held in picture.holdings:
            owner = "" if held.owner is None else self.names[held.owner]
            mine = held.owner is not None and held.owner == self.seat and held.zone == "hand"
            cards = held.cards | chosen if mine else held.cards
            found.append(
                {
                    "owner": owner,
                    "zone": held.zone,
                    "mine": mine,
                    "hidden": held.hidden,
                    "cards": [
                        {
                            "n": int(card),
                            "card": rich_card(card),
                            "may": mine and (several or card in legal or card in chosen),
                            "chosen": mine and card in chosen,
                        }
                        for card in cards
                    ],
                }
            )
        return found

    def _can(self) -> dict[str, Any]:
        """Return what the reader may do beside playing or choosing single cards."""
        if not self.is_readers:
            return {"actions": [], "lay": None, "choosing": False}
        choosing = self.is_choosing()
        actions = [
            {"n": number, "text": rich(self.said(self.state, action, choosing))}
            for number, action in enumerate(self.legal())
            if not isinstance(action, (Card, CardSet))
        ]
        lay = None
        if sizes := self.sizes():
            verb = self.said(self.state, self.picks).partition(str(self.picks))[0].strip()
            lay = {"text": rich(f"{verb} {self.picks}" if self.picks else verb), "ready": self.picks in self.legal()}
            lay["sizes"] = list(sizes)
        return {"actions": actions, "lay": lay, "choosing": choosing or bool(lay)}

    def _score(self, ledger: Ledger) -> dict[str, Any] | None:
        """Return the ledger, at the end with what the deal came to and, if a price is lost, which."""
        if not self.is_over:
            return told(ledger) if ledger.entries else None
        found = told(ledger)
        outcome = self.deal.outcome(self.state, self.done[-1][0])
        found["outcome"] = [[name, rich(value)] for name, value in outcome.items()]
        try:
            self.state.ledger()
        except LostTableError as error:
            found["lost"] = {
                "text": rich(f"{error.what} is lost: the table that gave it did not survive"),
                "locus": error.locus,
            }
        return found


def told(ledger: Ledger) -> dict[str, Any]:
    """Return a ledger as plain data, what each entry is for with its cards set apart."""
    data = ledger.as_dict()
    for entry in data["entries"]:
        entry["why"] = rich(entry["why"])
    return data
