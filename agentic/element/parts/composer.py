"""The composer: where the person writes, sends, stops, and sees what waits."""

from types import MappingProxyType
from typing import Any

from agentic.browser.dom import Node, clone, refs
from agentic.core.words import Words
from agentic.element.part import Part
from agentic.element.parts.skill_palette import SkillPalette
from agentic.element.quoting import with_quote
from agentic.element.runs import Pick

COMPOSING = 229
"""The key code of a key that an input method took: some engines send it right after the composition has ended."""

EARLY_SEND, EARLY_LAUNCH = "agentic-early-send", "agentic-early-launch"
"""The loader's events on the shadow root: what was sent, and which prompt was picked, before there was Python."""

TEXT, FILES = "text/plain", "Files"
PASTED = "insertFromPaste"
RECALL = MappingProxyType({"ArrowUp": 1, "ArrowDown": -1})


class Composer(Part):
    """The field, its one button, and the chips of what waits."""

    name = "composer"
    actions = ("send", "take_back", "launch")

    def opened(self) -> None:
        self._queued: tuple[tuple[str, ...], Words] = ((), self.session.words)
        self._kept = ""
        self._shown: tuple[bool, str] | None = None
        self._palette = SkillPalette(self.refs.chips, self.refs.palette, self.refs.field, self.session)
        self._restore()
        self.scope.listen(self.refs.field, "keydown", self._pressed)
        self.scope.listen(self.refs.field, "input", self._typed)
        self.scope.listen(self.refs.field, "paste", self._pasted)
        self.scope.listen(self.refs.field, "blur", lambda _: self._palette.close())
        self.scope.listen(self.refs.palette, "mousedown", lambda event: event.preventDefault())
        self.scope.listen(self.node, "click", self._focus_field)
        self.scope.listen(self.node, "dragover", self._dragged)
        self.scope.listen(self.node, "drop", self._dropped)
        # A file that is dropped anywhere on the panel would open in place of the page, and the conversation be gone.
        self.scope.listen(self.node.parentElement, "dragover", self._file_dragged)
        self.scope.listen(self.node.parentElement, "drop", self._file_dropped)
        self.scope.defer(self.session.wants_focus.subscribe(lambda _: self._focus()))
        self.scope.defer(self.session.keeping.shown.subscribe(lambda _: self._show_draft()))
        self.scope.defer(self.session.wants_text.subscribe(self._add))
        self.scope.defer(self.session.reader.quoted.subscribe(self._quote))
        self.scope.defer(self.session.runs.picked.subscribe(self._go_on))
        # What a person sent before there was Python waits among the chips too; that is the loader's.
        for chip in self.refs.queued.querySelectorAll("[data-action]"):
            chip.remove()
        root = self.node.getRootNode()
        self.scope.listen(root, EARLY_SEND, lambda event: self.session.submit(event.detail))
        self.scope.listen(root, EARLY_LAUNCH, lambda event: self._palette.pick(event.detail))

    def update(self) -> None:
        self._show_state()
        self._show_hint()
        self._palette.update()
        queued = (self.session.outbox.waiting, self.session.words)
        if queued != self._queued:
            self._queued = queued
            self.refs.queued.replaceChildren(*map(self._chip, self.session.outbox.waiting))
            self._keep()

    def send(self, _button: Node) -> None:
        """Send what is written; while a run is on the same button stops it."""
        if self.session.is_busy:
            self.session.stop()
        else:
            self._submit()
            self._focus()

    def take_back(self, chip: Node) -> None:
        """Put a waiting message back into the field, before what is written there."""
        index = list(self.refs.queued.children).index(chip)
        written = self.refs.field.value
        taken = self.session.take_back(index)
        self._write(f"{taken}\n{written}" if written else taken)
        self._focus()

    def launch(self, node: Node) -> None:
        """Pick a skill."""
        self._palette.launch(node)

    def _submit(self) -> None:
        # Emptied in the same turn: a second Enter finds nothing to send.
        text = self.refs.field.value
        if text.strip():
            self._write("")
            self.session.submit(text)

    def _go_on(self, pick: Pick | None) -> None:
        """What is written is the next turn of a run that was picked."""
        if pick and self.session.go_on(pick, self.refs.field.value):
            self._write("")

    def _pressed(self, event: Any) -> None:
        if event.isComposing or event.keyCode == COMPOSING:
            return
        if not event.shiftKey and self._palette.pressed(event.key):
            event.preventDefault()
        elif event.key == "Enter" and not event.shiftKey:
            event.preventDefault()
            self._submit()
        elif event.key == "Escape" and self.session.is_busy:
            event.preventDefault()
            self.session.stop()
        elif event.key in RECALL and self._may_recall(event):
            event.preventDefault()
            self._write(self.session.recall(RECALL[event.key], anew=not self.refs.field.value))

    def _may_recall(self, event: Any) -> bool:
        """Arrows walk through what was sent where they move no caret: in an empty field, or in what was recalled."""
        if event.altKey or event.ctrlKey or event.metaKey or event.shiftKey:
            return False
        field = self.refs.field
        if field.value not in ("", self.session.outbox.recalled_text):
            return False
        # Within several recalled lines an arrow moves the caret, until there is no line left that way.
        left = field.value[: field.selectionStart] if event.key == "ArrowUp" else field.value[field.selectionEnd :]
        return "\n" not in left

    def _show_state(self) -> None:
        is_running = self.session.is_busy
        button, label = self.refs.send, self.session.words("stop" if is_running else "send")
        if (is_running, label) == self._shown:
            return
        self._shown = (is_running, label)
        button.setAttribute("data-state", "running" if is_running else "idle")
        button.setAttribute("aria-label", label)
        button.title = label

    def _show_hint(self) -> None:
        self.refs.hint.hidden = not self.session.hint
        self.refs.hint.textContent = self.session.hint

    def _chip(self, text: str) -> Node:
        chip = clone("queued").firstElementChild
        refs(chip).text.textContent = text
        chip.setAttribute("aria-label", self.session.words("takeBack", text=text))
        return chip

    def _typed(self, event: Any) -> None:
        # What was said of a paste stands until the person goes on.
        if event.inputType != PASTED:
            self.session.give_hint("")
        self._keep()
        self._palette.typed()

    def _write(self, text: str) -> None:
        self.refs.field.value = text
        self._keep()
        self._palette.typed()

    def _add(self, text: str) -> None:
        """Write a text after what is written, and leave the caret behind it."""
        written = self.refs.field.value
        self._write(f"{written.rstrip()}\n{text}" if written.strip() else text)

    def _keep(self) -> None:
        """Keep the draft with its thread, so that nothing takes it away; and where the loader finds it, for the tab.

        What waits for the end of a run that a reload ends is part of it.
        """
        key, text = self.session.storage_key("draft", self.session.settings.user_key), self.refs.field.value
        if key != self._kept:  # somebody else uses the chat now, and finds nothing of the last one's
            self.page.storage.remove(self._kept)
            self._kept = key
        text = "\n".join((*self.session.outbox.waiting, *([text] if text else [])))
        self.session.keeping.draft = text
        if text:
            self.page.storage.set(key, text)
        else:
            self.page.storage.remove(key)

    def _restore(self) -> None:
        """What was being written; what the person has begun to write meanwhile counts more."""
        if not self.refs.field.value and not self.session.outbox.waiting:
            self.refs.field.value = self.session.keeping.draft
        self._keep()

    def _show_draft(self) -> None:
        """Another thread is shown, with what was being written for it."""
        if self.refs.field.value != self.session.keeping.draft:
            self.refs.field.value = self.session.keeping.draft
        self._keep()

    def _dragged(self, event: Any) -> None:
        """Take text that is dragged over the composer; over the field the browser does, and places the caret."""
        if event.target != self.refs.field and TEXT in event.dataTransfer.types:
            event.preventDefault()

    def _dropped(self, event: Any) -> None:
        if event.target != self.refs.field and (text := event.dataTransfer.getData(TEXT)):
            event.preventDefault()
            self._add(text)
            self._focus()

    def _pasted(self, event: Any) -> None:
        """Text lands as it does anywhere; of files the person is told that they do not."""
        data = event.clipboardData
        kinds = [item.type for item in data.items if item.kind == "file"]
        # A rich text may bring a picture of itself along, which nobody misses.
        if kinds and not (TEXT in data.types and all(kind.startswith("image/") for kind in kinds)):
            self._refuse_files()

    def _file_dragged(self, event: Any) -> None:
        if FILES in event.dataTransfer.types:
            event.preventDefault()

    def _file_dropped(self, event: Any) -> None:
        if FILES in event.dataTransfer.types:
            event.preventDefault()
            self._refuse_files()

    def _refuse_files(self) -> None:
        self.session.give_hint(self.session.words("filesRefused"))

    def _quote(self, quotation: str) -> None:
        """Put a quotation below what is written, the caret on the line after it."""
        self._write(with_quote(self.refs.field.value, quotation))
        self._focus()

    def _focus_field(self, event: Any) -> None:
        if event.target == self.refs.surface:
            self._focus()

    def _focus(self) -> None:
        self.refs.field.focus(preventScroll=True)
