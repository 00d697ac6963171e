"""What the person wrote: messages that wait for the run to end, and those already sent, to be recalled."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Outbox:
    """`waiting` is sent oldest first; `sent` is recalled newest first; `recalled` counts back into it, 0 is none."""

    waiting: tuple[str, ...] = ()
    sent: tuple[str, ...] = ()
    recalled: int = 0

    def queue(self, text: str) -> "Outbox":
        return replace(self, waiting=(*self.waiting, text), recalled=0)

    def next(self) -> "tuple[str, Outbox]":
        """The message to send now, and what is left."""
        return self.waiting[0], replace(self, waiting=self.waiting[1:])

    def take_back(self, index: int) -> "tuple[str, Outbox]":
        """A waiting message, and the outbox without it."""
        return self.waiting[index], replace(self, waiting=self.waiting[:index] + self.waiting[index + 1 :])

    def keep(self, text: str) -> "Outbox":
        """Remember a message that was sent."""
        return replace(self, sent=(*self.sent, text), recalled=0)

    def stopped(self) -> "Outbox":
        """A stopped run sends nothing after it, but what was waiting can be recalled first."""
        return Outbox(sent=(*self.sent, *reversed(self.waiting)))

    def recall(self, steps: int, *, anew: bool = False) -> "Outbox":
        """One step back (1) or forward (-1) through what was sent, from what was recalled last or from the newest."""
        start = 0 if anew else self.recalled
        return replace(self, recalled=min(max(start + steps, 0), len(self.sent)))

    @property
    def recalled_text(self) -> str:
        """What was recalled; past the newest there is nothing."""
        return self.sent[-self.recalled] if self.recalled else ""
