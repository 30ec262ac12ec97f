"""The rules of Slam as values: every decision where a text is silent or open, and one preset for each witness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gamerules.rules import BaseRules, decision


@dataclass(frozen=True, kw_only=True)
class Rules(BaseRules):
    """How Slam is played. ``Rules.DICTIONARY`` follows the dictionary, ``Rules.MENDELEV`` Mendelev's encyclopedia."""

    DICTIONARY: ClassVar[Rules]
    """The dictionary's account, with the readings adopted where it is silent or open."""
    MENDELEV: ClassVar[Rules]
    """Mendelev's account; where it is silent, as the dictionary has it."""

    # ---- the auction

    raise_limit: int | None = decision(
        5,
        question="By how many points may a bid be raised?",
        readings={5: "by no more than five", None: "by any number"},
        loci=("slam-dictionary.auction.5", "slam-dictionary.auction.6", "mendelev.slam-auction.3"),
        why="The dictionary lays the limit down twice and counts with it in its deal. Mendelev neither sets a limit "
        "nor says that there is none, and where he is silent the dictionary is followed.",
    )
    suit_rank: str = decision(
        "none",
        question="Do the suits rank in the bidding?",
        readings={
            "none": "no: a bid is a number and nothing else (the dictionary)",
            "ranked": "♠ ♥ ♦ ♣ from high to low (Mendelev): a bid may name its suit, and of two equal numbers the "
            "higher suit outbids the lower",
        },
        loci=("slam-dictionary.auction.2", "slam-dictionary.auction.3", "mendelev.slam-cards.3"),
        why="The dictionary bids numbers and values the suits in pairs; Mendelev ranks all four 'in the auction only', "
        "which can matter only where numbers are equal and suits are named.",
        kind="witness",
    )
    nullo: str = decision(
        "at-most",
        question="Must a nullo take exactly the tricks it names, or at most so many?",
        readings={
            "at-most": "at most so many (the dictionary)",
            "exactly": "exactly so many (our reading of Mendelev)",
        },
        loci=("slam-dictionary.nullo.1", "mendelev.slam-auction.5"),
        why="The dictionary says 'at most four'. Mendelev's 'only four', three, two, one, none can mean either; his "
        "preset keeps to the letter, so that both readings can be played.",
        kind="witness",
    )
    lowest_bid: int = decision(
        6,
        question="What is the lowest bid?",
        readings={6: "six, the worth of one trick in the cheapest suits", 1: "one: any number of points"},
        loci=("slam-dictionary.example.9", "slam-dictionary.auction.2"),
        why="No rule names it, but the illustrative deal calls an opening of six the minimum.",
    )
    limit_in_round_three: str = decision(
        "own",
        question="How far does the limit of five points reach in the third round?",
        readings={
            "own": "only over one's own bid, after the opponent's pass",
            "both": "over the opponent's bid as well",
            "neither": "not at all",
        },
        loci=("slam-dictionary.auction.5", "slam-dictionary.auction.6", "slam-dictionary.example.15"),
        why="The limit over the opponent is laid down for the first two rounds, the one over one's own bid for the "
        "rounds that follow a pass; in the illustrative deal Kabanov may go from his own 14 to 19 and no further.",
    )
    pass_in_round_three: str = decision(
        "last-word",
        question="Does the first pass of the third round end the auction?",
        readings={
            "last-word": "not before the other has called in this round too: he may raise his own bid once",
            "ends": "yes, at once, if the other holds the highest bid",
            "bidder-begins": "yes, but the holder of the highest bid calls first in this round",
        },
        loci=(
            "slam-dictionary.auction.1",
            "slam-dictionary.auction.6",
            "slam-dictionary.auction.8",
            "slam-dictionary.example.17",
        ),
        why="Danilov, not the dealer, calls first and passes; Kabanov still bids a small slam, and the auction ends "
        "because Danilov has passed. Only this reading keeps all four sentences.",
    )
    early_pass: str = decision(
        "round",
        question="Does a pass in the first two rounds shut a player out of the later ones?",
        readings={"round": "no: he may bid again once he has more cards", "final": "yes: a pass is for good"},
        loci=("slam-dictionary.auction.1", "slam-dictionary.auction.6"),
        why="Each player has his call in each round, and no sentence takes it from one who has passed.",
    )
    slam_rank: str = decision(
        "above-all",
        question="May a slam be bid over a number of points that is higher than its worth?",
        readings={
            "above-all": "yes: a slam outbids every number, a grand slam the small one",
            "by-worth": "no: in the strain then named it must be worth more than the number outbid",
        },
        loci=("slam-dictionary.auction.7",),
        why="It may be bid 'regardless' of the opponent's points, and its worth is not known before the strain is.",
    )

    # ---- the contract

    unreachable_strain: str = decision(
        "refused",
        question="May the declarer name a strain in which his bid cannot be reached?",
        readings={"refused": "no", "allowed": "yes: he is then sure to fail"},
        loci=("slam-dictionary.auction.2", "slam-dictionary.deal.4"),
        why="A bid undertakes to score the points; thirty-one in clubs cannot be scored with ten tricks.",
    )
    slam_by: str = decision(
        "worth",
        question="When is a contract a slam?",
        readings={
            "worth": "when its points reach the worth of the slam in its strain, however it was bid",
            "need": "when it needs nine or ten tricks (in nullo one or none)",
            "named": "only when it was bid under the name of slam",
        },
        loci=("slam-dictionary.senses.3", "slam-dictionary.example.16", "slam-dictionary.example.20"),
        why="The illustrative deal reckons by points and strain: 24 are a small slam in diamonds and none in hearts.",
    )
    changed_slam: str = decision(
        "points",
        question="What becomes of a slam when the declarer changes the strain?",
        readings={
            "points": "its points stay, and are a slam only if the new strain makes them one",
            "slam": "it stays a slam, at its worth in the new strain",
        },
        loci=("slam-dictionary.double.1", "slam-dictionary.example.20"),
        why="Kabanov's small slam of 24 in diamonds would be three hearts, and no slam.",
    )
    after_change: str = decision(
        "stands",
        question="What becomes of the double when the declarer changes the strain?",
        readings={
            "stands": "it stands, and the last cards are dealt",
            "again": "it falls; the opponent may double again, and the declarer only pass or redouble",
        },
        loci=("slam-dictionary.double.1", "slam-dictionary.last-deal.1", "mendelev.slam-deal.5"),
        why="Neither witness lets the opponent speak twice.",
    )

    # ---- the play

    first_lead: str = decision(
        "defender",
        question="Who leads to the first trick?",
        readings={
            "defender": "the declarer's opponent",
            "non-dealer": "the player who did not deal",
            "declarer": "the declarer",
        },
        loci=("slam-dictionary.example.32", "slam-dictionary.play.5"),
        why="No rule says. Danilov, who leads in the illustrative deal, is both opponent and non-dealer; in a game "
        "derived from Slam (Slim Tricks) the opponent leads, as in Bridge.",
    )
    reserve_taken_up: str = decision(
        "after-seventh",
        question="When are the reserves taken up?",
        readings={
            "after-seventh": "after the seventh trick, the one of two cards",
            "after-sixth": "after the sixth, so that the last four tricks are played from four cards",
        },
        loci=("slam-dictionary.play.6", "slam-dictionary.example.39", "mendelev.slam-play.6"),
        why="The two texts, which are one testimony here, say so; a rules sheet of 2011 has it after the sixth.",
    )

    # ---- the score

    below_line: str = decision(
        "bid",
        question="Which points of a made contract count below the line: those bid or those taken?",
        readings={"bid": "those bid; what is taken beyond them counts for nothing", "taken": "all those taken"},
        loci=("slam-dictionary.scoring.2", "slam-dictionary.example.15", "slam-dictionary.example.41"),
        why="Nineteen points are 'not enough for game': whoever makes a bid of nineteen takes twenty or more in any "
        "strain, so the sentence is true only if the bid counts. A rules sheet of 2011 counts what is taken.",
    )
    redoubled_multiplier: int = decision(
        4,
        question="By how much are the points of a redoubled contract multiplied when it is made?",
        readings={4: "by four", 2: "by two, as when doubled"},
        loci=("slam-dictionary.double.1", "slam-dictionary.example.42"),
        why="The table has no line for it. Everywhere else in it a redouble is worth twice a double, and the double "
        "multiplies by two in the illustrative deal.",
    )
    honours_when: str = decision(
        "after-last-cards",
        question="When are honours and runs counted?",
        readings={
            "after-last-cards": "after the last cards, from all sixteen",
            "after-auction": "after the auction, from the fourteen then held",
        },
        loci=("slam-dictionary.scoring.7", "slam-dictionary.example.22", "slam-dictionary.example.23"),
        why="The rule says 'immediately after the end of the auction', but Kabanov's run has its eight of diamonds "
        "from the last cards; the deal cannot be scored by the rule.",
    )
    honours_by: str = decision(
        "either",
        question="Who may score honours and runs?",
        readings={"either": "either player", "declarer": "the declarer alone"},
        loci=("slam-dictionary.scoring.7", "slam-dictionary.table.15"),
        why="Neither the rule nor the table restricts them, and in Bridge either side scores its honours.",
    )
    run_shape: str = decision(
        "anywhere",
        question="Must a run begin at the ace?",
        readings={"anywhere": "no: any four or more trumps in sequence", "from-ace": "yes"},
        loci=("slam-dictionary.scoring.7", "slam-dictionary.table.15", "slam-dictionary.example.23"),
        why="Kabanov scores a run from the ten down to the seven.",
    )
    penalty: str = decision(
        "minus",
        question="Is the penalty for a failed contract the declarer's loss or the opponent's gain?",
        readings={"minus": "the declarer's loss", "plus": "the opponent's gain, as in Bridge"},
        loci=("slam-dictionary.scoring.4", "slam-dictionary.scoring.6", "slam-dictionary.scoring.1"),
        why="The declarer 'loses' and receives a penalty. The final difference is the same either way.",
    )
    part_scores: str = decision(
        "wiped",
        question="What becomes of the other player's points below the line when a game is won?",
        readings={"wiped": "they no longer count to a game, as in Bridge", "kept": "they count to the next game"},
        loci=("slam-dictionary.scoring.1", "slam-dictionary.scoring.3"),
        why="All entries are made as in Bridge.",
    )
    passed_out: str = decision(
        "next-dealer",
        question="Who deals when nobody has bid?",
        readings={"next-dealer": "the other player", "same-dealer": "the same dealer again"},
        loci=("mendelev.slam-auction.2", "slam-dictionary.auction.1"),
        why="Cards are dealt in turn (Mendelev); nothing makes an exception of a deal that was passed out.",
    )


Rules.DICTIONARY = Rules()
Rules.MENDELEV = Rules(suit_rank="ranked", nullo="exactly")


def readings(name: str) -> list[tuple[str, str, str]]:
    """Return the readings of a decision as rows for a page: the reading, what it means, which presets adopt it."""
    presets = {"DICTIONARY": Rules.DICTIONARY, "MENDELEV": Rules.MENDELEV}
    return [
        (
            str(reading),
            meaning,
            ", ".join(preset for preset, rules in presets.items() if getattr(rules, name) == reading),
        )
        for reading, meaning in Rules.decisions()[name].readings.items()
    ]
