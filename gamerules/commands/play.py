"""``gamerules play GAME``: one deal at the terminal, against the machine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from gamerules.cards import Card, CardError, CardSet
from gamerules.commands.options import add_rules, chosen_rules, split_game
from gamerules.extras import need
from gamerules.game import CHANCE, Game, RecordValueError
from gamerules.policy import Choice, Moment, Move, Policy
from gamerules.rules import GameRulesError, ImpossibleInputError, LostTableError

WHAT = "Play a deal at the terminal against the machine."
HELP = """\
Type what you do as in a record: bid 14, pass, name diamonds, reserve ♠A ♦KJ, discard ♦4 ♣2, or a card: ♠8, S8, SQ.
  ?     what you may do
  see   your cards and the table
  hint  what the machine would do, and why
  quit  leave the table
An illegal action is refused with the sentence of the source that forbids it."""


def run(arguments: Sequence[str], prog: str) -> int:
    """Play until the deal is over or the player leaves; return 0."""
    from gamerules.cli import DONE, Parser
    from gamerules.lab.deals import deal_of
    from gamerules.lab.policies import DEFAULT, policy
    from gamerules.lab.saving import check_place

    game, rest = split_game(arguments, prog, WHAT, lambda game: game.adapters().dealing)
    deal, seats = deal_of(game.name), range(1, game.players + 1)
    parser = Parser(prog=f"{prog} {game.name}", description=WHAT, epilog="At the table, help lists what you can type.")
    parser.add_argument("--seat", type=int, default=1, choices=seats, help="your seat (1)")
    parser.add_argument("--dealer", type=int, default=1, choices=seats, help="who deals (1)")
    parser.add_argument("--seed", type=int, metavar="S", help="the seed of the cards and of the machine (random)")
    parser.add_argument("--opponent", default=DEFAULT, metavar="POLICY", help=f"who plays the others ({DEFAULT})")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the deal to a file, as far as played")
    add_rules(parser, game)
    options = parser.parse_args(rest)
    if options.record:
        check_place(options.record)
        need("yaml", "records")
    seed = Random().randrange(10**6) if options.seed is None else options.seed
    table = Sitting(game, options.seat - 1, seed, policy(options.opponent))
    print(f"{game.title}; seed {seed}. You are player {options.seat}. Type help for help.")
    try:
        table.play(deal.start(chosen_rules(options, game), options.dealer - 1))
    except (EOFError, KeyboardInterrupt):
        print("\nYou have left the table.")
    if options.record:
        try:
            options.record.write_text(table.record(), encoding="utf-8")
        except OSError as error:
            raise ImpossibleInputError(f"{options.record}: cannot be written: {error.strerror or error}") from None
    return DONE


class Sitting:
    """A deal being played at the terminal."""

    def __init__(self, game: Game, seat: int, seed: int, opponent: Policy) -> None:
        """Sit down; ``seat`` is the player's number, and the opponent plays the others and gives the hints."""
        from gamerules.lab.deals import deal_of

        self.game, self.seat, self.seed, self.opponent = game, seat, seed, opponent
        self.rng = Random(seed)
        self.deal = deal_of(game.name)
        self.names = tuple("You" if p == seat else f"Player {p + 1}" for p in range(game.players))
        self.first: Any = None
        self.done: list[Move] = []

    def play(self, state: Any) -> None:
        """Play to the end of the deal and say how it ended.

        Raises:
            EOFError: if the player leaves.
        """
        self.first, before = state, state
        asked = ""
        while not (self.done and self.deal.is_over(before, state)):
            if state.actor == CHANCE:
                done: Sequence[Any] = (self.rng.choice(state.legal_actions()),)
            elif state.actor == self.seat:
                if str(state.phase) != asked or state.phase == "play":
                    self.see(state)
                    asked = str(state.phase)
                done = self.ask(state)
            else:
                done = (self.machine(state).action,)
                if self.is_open(state):
                    print(f"{self.names[state.actor]}: {self.said(state, done[0])}")
                else:
                    print(f"{self.names[state.actor]} has chosen cards.")
            for action in done:
                self.done.append((state, action))
                before, state = state, state.after(action)
        self.tell(state, before)

    def is_open(self, state: Any) -> bool:
        """Return whether what is done now is seen by all: not the choice of cards laid aside or off."""
        return state.phase == "play" or not any(isinstance(action, Card | CardSet) for action in state.legal_actions())

    def machine(self, state: Any) -> Choice:
        """Return what the machine would do, the same however often it is asked."""
        from gamerules.lab.policies import choose

        return choose(self.opponent, Moment(self.game, state, tuple(self.done)), self.seed)

    def ask(self, state: Any) -> Sequence[Any]:
        """Return the player's action, asking until there is a legal one.

        Raises:
            EOFError: if the player leaves.
        """
        while True:
            print("> ", end="", flush=True)
            line = sys.stdin.readline()
            text = line.strip()
            word = text.lower()
            if not line or word == "quit":
                raise EOFError
            if word == "help":
                print(HELP)
            elif word == "see":
                self.see(state)
            elif text == "?":
                legal = [self.said(state, action) for action in state.legal_actions()]
                more = f" … ({len(legal)} in all)" if len(legal) > 40 else ""
                print("You may: " + ", ".join(legal[:40]) + more)
            elif word == "hint":
                choice = self.machine(state)
                print(f"The machine would: {self.said(state, choice.action)}; {choice.why}.")
            elif text:
                try:
                    return self.read(state, text)
                except (GameRulesError, RecordValueError, CardError) as error:
                    print(error)

    def read(self, state: Any, text: str) -> Sequence[Any]:
        """Return the actions that a text stands for, all of them legal.

        Raises:
            gamerules.rules.IllegalAction: if one is not legal.
            RecordValueError: if the text cannot be read.
        """
        assert self.game.actions is not None
        actions = tuple(self.game.actions(state, self.seat, "", text, self.names))
        for action in actions:
            state = state.after(action)
        return actions

    def said(self, state: Any, action: Any) -> str:
        """Return an action in the words of a record."""
        from gamerules.notation.writing import words

        return words(self.game, state, action, self.names)

    def see(self, state: Any) -> None:
        """Show what the player sees."""
        print("\n".join(self.game.draw(state, self.seat).lines(self.names)))

    def tell(self, state: Any, before: Any) -> None:
        """Say how the deal ended."""
        print("The deal is over: " + ", ".join(f"{k} {v}" for k, v in self.deal.outcome(state, before).items()))
        try:
            ledger = state.ledger()
        except LostTableError as error:
            print(error)
            return
        if ledger.entries:
            print(ledger.table())

    def record(self) -> str:
        """Return the deal as a record."""
        from gamerules.notation.writing import write_record

        first, actions, start = self.deal.recorded(self.first, [action for _, action in self.done], self.names)
        return write_record(self.game, first, actions, players=self.names, start=start, title="A deal at the terminal")
