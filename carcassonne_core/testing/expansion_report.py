"""What `check_expansion` reports: findings, each with a code, and why it matters."""

from __future__ import annotations

from attrs import frozen

from carcassonne_core.errors import CarcassonneError

__all__ = ["FAULTS", "ExpansionFaultsError", "ExpansionReport", "Finding", "Notebook"]

FAULTS = {
    # what it says when a rule set is made
    "wrong_type": "who asks a hook relies on what it promises to return",
    "hook_raises": "a hook answers; what speaks against an action is a refusal, not an error",
    "name_taken": "names of figures, features, symbols, tile sets and verbs are shared by all",
    "tile_set": "a tile that is wrongly described spoils the features around it",
    "rulings": "every rule is numbered, and its text is found by its number",
    "missing_text": "whoever plays in another language reads nothing there",
    "unknown_ruling": "a reason must lead to the rule on which it rests",
    "option_without_ruling": "who chooses a reading of a rule has to find the rule",
    "refusal_without_text": "a refused player reads a code instead of a reason",
    "never_asked": "what it overrides has no effect, which cannot be meant",
    "not_playable": "no game can be made with it",
    # what it says in play
    "foreign_effect": "the game carries out the effects that it knows, and passes over others",
    "impossible_effect": "what an effect names has to be in the game",
    "state_not_frozen": "the game keeps earlier states to go back to them",
    "state_changed": "an earlier state was changed in place, so undoing gives back the wrong one",
    "expansion_changed": "one expansion object serves many games, and undoing does not reach it",
    "game_changed": "a hook returns what it wants changed; what it changes itself is never undone",
    "action_not_frozen": "actions are values: kept, compared, counted, and pushed again",
    "text_differs": "records, logs and other programs know an action by its text",
    "offered_refused": "what is legal to one question is not to another",
    "not_offered": "an action that nothing speaks against has to be among the legal ones",
    "chance_sum": "the probabilities of all outcomes together are 1, and none of them is 0",
    "dead_end": "a game cannot go on from a step in which nobody may do anything",
    "undo_differs": "searching and taking back rely on pop",
    "record_differs": "the same actions have to lead to the same game, always",
    "depends_on_others": "an expansion that says nothing must not matter, wherever it stands",
    "acts_without_pieces": "without its tiles and figures an expansion leaves no trace",
}
"""Every code of a finding, and why it is a fault."""


@frozen
class Finding:
    """One fault of an expansion.

    Attributes:
        code: which kind of fault, a key of `FAULTS`.
        what: what was seen, and what was expected.
        where: the hook or file, and if a game was played how far it had come.
        why: why it is a fault.
    """

    code: str
    what: str
    where: str
    why: str

    def __str__(self) -> str:
        return f"{self.code}: {self.what} ({self.where}); {self.why}"


class ExpansionFaultsError(CarcassonneError):
    """An expansion has faults.

    Attributes:
        report: all of them.
    """

    def __init__(self, report: ExpansionReport) -> None:
        self.report = report
        super().__init__(str(report))


@frozen
class ExpansionReport:
    """What was found out about an expansion.

    Attributes:
        expansion: its name.
        findings: its faults, one for each kind and place; none is what one hopes for.
        games: how many games were played with it.
        actions: how many actions were pushed in them.
        asked: how many times its hooks were asked.
    """

    expansion: str
    findings: tuple[Finding, ...]
    games: int
    actions: int
    asked: int

    @property
    def codes(self) -> tuple[str, ...]:
        """The kinds of its faults, each once, in the order in which they were found."""
        return tuple(dict.fromkeys(finding.code for finding in self.findings))

    def raise_if_bad(self) -> None:
        """Ends a test of any framework if there is a finding.

        Raises:
            ExpansionFaultsError: there is; its text tells all of them.
        """
        if self.findings:
            raise ExpansionFaultsError(self)

    def __str__(self) -> str:
        effort = f"{self.games} games, {self.actions} actions, {self.asked} questions"
        count = len(self.findings)
        faults = "no fault" if not count else "1 fault" if count == 1 else f"{count} faults"
        return "\n  ".join((f"{self.expansion}: {faults} in {effort}", *map(str, self.findings)))


class Notebook:
    """Collects findings while an expansion is tried; of the like ones it keeps the first.

    Attributes:
        findings: those so far.
        games: the number of games begun.
        actions: the number of actions pushed.
        asked: the number of answers of hooks.
        place: where the trial stands now.
    """

    def __init__(self) -> None:
        self.findings: dict[tuple[str, str], Finding] = {}
        self.games = self.actions = self.asked = 0
        self.place = "set-up"

    def enter(self, code: str, subject: str, what: str) -> None:
        """Enters a fault.

        Args:
            code: a key of `FAULTS`.
            subject: the hook, file or thing at fault; one finding of a code is kept for each.
            what: what was seen and expected.
        """
        finding = Finding(code, what, f"{subject}, {self.place}", FAULTS[code])
        self.findings.setdefault((code, subject), finding)
