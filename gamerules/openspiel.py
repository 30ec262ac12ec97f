"""Every game of gamerules that is played in deals, as a game of OpenSpiel.

Importing this module registers ``gamerules_slam``, ``gamerules_german_ombre`` and so on::

    import pyspiel
    import gamerules.openspiel

    game = pyspiel.load_game("gamerules_slam", {"rules": "MENDELEV", "dealer": 1})

A game is one deal. Chance nodes deal, turn and draw single cards. Actions are numbers: a card its own from 0 to 51,
everything else a place in the game's vocabulary (``gamerules.adapters``). Returns add up to zero: the score of one
side less that of the other; in German Ombre, whose prices are lost, prices of the game, half from each opponent.

An information state is a player's view of the position and a digest of all that the player has seen on the way to it,
so two histories share one exactly if the player cannot tell them apart. ``resample_from_infostate`` deals again the
cards that a player has never seen, so that the tree search for such games (IS-MCTS, the one in Python) plays them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from gamerules.adapters import Dealing
from gamerules.cards import CARDS, Card, CardSet
from gamerules.extras import need
from gamerules.game import CHANCE, Game, find
from gamerules.lab.deals import deal_of, with_deals
from gamerules.lab.resampling import Step, Unseen
from gamerules.rules import IllegalAction

np = need("numpy")
pyspiel = need("pyspiel")

PREFIX = "gamerules_"
REDEALS = 1000
"""How many deals are played again at most to find one that a player cannot tell from the one being played."""


def short_name(game: str) -> str:
    """Return the name under which a game is registered: ``gamerules_german_ombre``."""
    return PREFIX + game.replace("-", "_")


class Place:
    """A position and the way that led to it. It never changes, so that copies of a state share it."""

    def __init__(self, state: Any, before: Place | None = None, action: Any = None) -> None:
        """Make a place; ``before`` is the one that it follows, by ``action``."""
        self.state, self.before, self.action = state, before, action
        self._seen: dict[int, bytes] = {}
        self._unseen: dict[int, Unseen] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> Place:
        """Return the place itself."""
        return self

    @cached_property
    def legal(self) -> tuple[Any, ...]:
        """The legal actions."""
        return tuple(self.state.legal_actions())

    def view(self, player: int) -> str:
        """Return what a player sees, as text."""
        return repr(self.state.view(player))

    def seen(self, player: int) -> bytes:
        """Return a digest of all views that a player has had, this one included."""
        way = []
        place: Place | None = self
        while place is not None and player not in place._seen:
            way.append(place)
            place = place.before
        digest = place._seen[player] if place is not None else b""
        for place in reversed(way):
            digest = place._seen[player] = hashlib.blake2b(
                digest + place.view(player).encode(), digest_size=16
            ).digest()
        return digest

    @cached_property
    def steps(self) -> list[Step]:
        """All states on the way here with the actions taken in them, from the beginning."""
        steps = []
        place = self
        while place.before is not None:
            steps.append((place.before.state, place.action))
            place = place.before
        return steps[::-1]

    def unseen(self, game: Game, player: int) -> Unseen:
        """Return what a player has not seen so far."""
        if player not in self._unseen:
            self._unseen[player] = Unseen(game, [*self.steps, (self.state, None)], player)
        return self._unseen[player]


def _game_type(game: Game) -> Any:
    return pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=f"{game.title} (gamerules)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": next(iter(game.presets)), "dealer": 0},
    )


def _game_info(game: Game, deal: Dealing) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=deal.actions,
        max_chance_outcomes=len(CARDS),
        num_players=game.players,
        min_utility=-float(deal.scale),
        max_utility=float(deal.scale),
        utility_sum=0.0,
        max_game_length=deal.longest,
    )


class DealGame(pyspiel.Game):  # type: ignore[misc, name-defined]
    """A game of gamerules, one deal of it; subclasses name the game."""

    deal: Dealing
    game: Game
    game_type: Any
    game_info: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make the game.

        Args:
            params: ``rules``, the name of a preset, and ``dealer``, a player's number.

        Raises:
            ValueError: if there is no such preset or player.
        """
        given = dict(params or {})
        super().__init__(self.game_type, self.game_info, given)
        preset = given.get("rules", next(iter(self.game.presets)))
        if preset not in self.game.presets:
            raise ValueError(f"{self.game.name} has no rules {preset!r}; choose one of {', '.join(self.game.presets)}")
        self.dealer = int(given.get("dealer", 0))
        if not 0 <= self.dealer < self.game.players:
            raise ValueError(f"there is no player {self.dealer}; the dealer is 0 to {self.game.players - 1}")
        self.rules = self.game.presets[preset]

    def new_initial_state(self) -> DealState:
        """Return the beginning of a deal."""
        return DealState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """Return what turns a player's view into a tensor and a text."""
        if params:
            raise ValueError(f"no parameters are known; remove {dict(params)}")
        return Observer(self)


class DealState(pyspiel.State):  # type: ignore[misc, name-defined]
    """A position of a deal."""

    def __init__(self, game: DealGame) -> None:
        """Make the beginning of a deal; OpenSpiel makes all other states by actions and copies."""
        super().__init__(game)
        self.place = Place(game.deal.start(game.rules, game.dealer))
        self.over = False

    @property
    def state(self) -> Any:
        """The position in gamerules."""
        return self.place.state

    def current_player(self) -> Any:
        """Return who acts: a player, chance, or nobody any more."""
        if self.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.state.actor == CHANCE else self.state.actor

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return bool(self.over)

    def _legal_actions(self, player: int) -> list[int]:
        number = self.get_game().deal.number
        return sorted(number(action) for action in self.place.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every card that may come, each as likely as the others."""
        numbers = self._legal_actions(pyspiel.PlayerId.CHANCE)
        return [(number, 1.0 / len(numbers)) for number in numbers]

    def _apply_action(self, number: int) -> None:
        deal = self.get_game().deal
        before = self.place
        action = deal.action(number)
        self.place = Place(before.state.after(action), before, action)
        self.over = deal.is_over(before.state, self.place.state)

    def _action_to_string(self, player: int, number: int) -> str:
        return str(self.get_game().deal.action(number))

    def resample_from_infostate(self, player: int, random: Callable[[], float]) -> DealState:
        """Return a state that a player cannot tell from this one, with the cards that he has never seen dealt again.

        Args:
            player: whose information state it is.
            random: returns random numbers from 0 to 1.

        Raises:
            RuntimeError: if no other such deal was found, nor this one again.
        """
        game, seen = self.get_game(), self.place.seen(player)
        unseen = self.place.unseen(game.game, player)
        rng = Random(random())
        for _ in range(REDEALS):
            actions = unseen.exchanged(rng)
            if actions is not None and (place := _replayed(self, actions)) and place.seen(player) == seen:
                fresh: DealState = game.new_initial_state()
                for action in actions:
                    fresh.apply_action(game.deal.number(action))
                return fresh
        raise RuntimeError(f"of {REDEALS} deals none was like player {player}'s; set a resampler of your own")

    def returns(self) -> list[float]:
        """Return what each player has won; nothing before the end."""
        game = self.get_game()
        return list(game.deal.returns(self.state)) if self.over else [0.0] * game.game.players

    def information_state_string(self, player: int | None = None) -> str:
        """Return a player's view and a digest of all the views that led to it."""
        who = self.current_player() if player is None else player
        return f"{self.place.view(who)} seen {self.place.seen(who).hex()}"

    def observation_string(self, player: int | None = None) -> str:
        """Return a player's view."""
        return self.place.view(self.current_player() if player is None else player)

    def __str__(self) -> str:
        """Return the whole position, as gamerules writes it."""
        return str(self.state)


def _replayed(state: DealState, actions: Sequence[Any]) -> Place | None:
    """Return the place to which actions lead from the beginning; None if one of them is not legal."""
    game = state.get_game()
    place = Place(game.deal.start(game.rules, game.dealer))
    try:
        for action in actions:
            place = Place(place.state.after(action), place, action)
    except IllegalAction:
        return None
    return place


class Observer:
    """A player's view as a tensor, in parts that have names (``dict``).

    ``player`` looks and ``actor`` acts. ``cards`` are those seen, by owner, and ``hidden`` counts those that are not,
    in hand and elsewhere, as shares of a pack; the last owner is nobody. ``trick`` lies on the table, by player, and
    ``score`` is written so far, by side, as a share of the most that can be won.

    The other parts tell the history: 0 for what never happened, else when it happened last, as a share of the longest
    deal. ``said`` are bids and all other words by player, and so contract and trumps; ``played`` the cards by player;
    ``laid`` those that the player who looks has laid aside; ``turned`` the cards turned for all to see, by phase.
    """

    def __init__(self, game: DealGame) -> None:
        """Make an observer of a game's states."""
        self.game = game
        players, cards = game.game.players, len(CARDS)
        self.words = {(type(word), word): place for place, word in enumerate(game.deal.words)}
        sizes = {
            "player": (players,),
            "actor": (players,),
            "cards": (players + 1, cards),
            "hidden": (players + 1, 2),
            "trick": (players, cards),
            "score": (players,),
            "said": (players, len(self.words)),
            "played": (players, cards),
            "laid": (cards,),
            "turned": (len(game.deal.turned), cards),
        }
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in sizes.values()), np.float32)
        self.dict = {}
        begin = 0
        for name, shape in sizes.items():
            end = begin + int(np.prod(shape))
            self.dict[name] = self.tensor[begin:end].reshape(shape)
            begin = end

    def set_from(self, state: DealState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        picture = self.game.game.draw(state.state, player)
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if picture.actor is not None and picture.actor >= 0:
            self.dict["actor"][picture.actor] = 1
        for holding in picture.holdings:
            row = self.game.game.players if holding.owner is None else holding.owner
            for card in holding.cards:
                self.dict["cards"][row, card] = 1
            self.dict["hidden"][row, int(holding.zone != "hand")] += holding.hidden / len(CARDS)
        for who, card in picture.trick:
            self.dict["trick"][who, card] = 1
        for side, points in enumerate(picture.ledger.totals().values()):
            self.dict["score"][side] = points / self.game.deal.scale
        for time, (before, action) in enumerate(state.place.steps, 1):
            self._tell(before, action, player, time / self.game.deal.longest)

    def _tell(self, before: Any, action: Any, player: int, when: float) -> None:
        """Enter what was done, as far as the player saw it."""
        who, phase = before.actor, before.phase
        if who == CHANCE:
            if phase in self.game.deal.turned:
                self.dict["turned"][self.game.deal.turned.index(phase), action] = when
        elif isinstance(action, Card | CardSet):
            if phase == "play":
                self.dict["played"][who, action] = when
            elif who == player:
                for card in (action,) if isinstance(action, Card) else action:
                    self.dict["laid"][card] = when
        else:
            self.dict["said"][who, self.words[type(action), action]] = when

    def string_from(self, state: DealState, player: int) -> str:
        """Return what a player sees, as text."""
        return state.observation_string(player)


def _register(name: str) -> type[DealGame]:
    game, deal = find(name), deal_of(name)
    kind = _game_type(game)
    parts = {"deal": deal, "game": game, "game_type": kind, "game_info": _game_info(game, deal)}
    made = type(f"{''.join(part.title() for part in name.split('-'))}Game", (DealGame,), parts)
    pyspiel.register_game(kind, made)
    return made


GAMES: Mapping[str, type[DealGame]] = {name: _register(name) for name in with_deals()}
"""The classes registered, by the game's name."""
