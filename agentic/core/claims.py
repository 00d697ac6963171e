"""Names of which one holder at a time may use each; a holder that is gone has let go of its name."""

import weakref


class Claims:
    """Who holds which name."""

    def __init__(self) -> None:
        self._holders: weakref.WeakValueDictionary[str, object] = weakref.WeakValueDictionary()

    def claim(self, name: str, holder: object) -> bool:
        """Take a name, letting go of any other; False if somebody else has it."""
        if not self.is_free(name, holder):
            return False
        self.release(holder)
        self._holders[name] = holder
        return True

    def is_free(self, name: str, holder: object) -> bool:
        """Whether nobody else has the name."""
        return self._holders.get(name, holder) is holder

    def release(self, holder: object) -> None:
        for name in [name for name, held in self._holders.items() if held is holder]:
            del self._holders[name]
