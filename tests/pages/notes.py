"""A page's tools in a file of their own: runs after the inline script and in the same interpreter."""

from js import document

from agentic import capability, registry


@capability("notes.clear", risk="destructive")
async def clear() -> str:
    """Remove every note."""
    document.querySelector("#notes").replaceChildren()
    return "cleared"


registry.register(clear)
document.documentElement.dataset.ready = ""
