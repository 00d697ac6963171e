"""The greeting of an empty page."""

from agentic.element.part import Part


class Greeting(Part):
    """Greets by name, where the page said one."""

    name = "greeting"

    def update(self) -> None:
        name, words = self.session.settings.user_name.strip(), self.session.words
        text = words("greeting", name=name) if name else words("greetingNoName")
        if self.refs.greeting.textContent != text:
            self.refs.greeting.textContent = text
