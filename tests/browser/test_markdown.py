"""Markdown: what a model writes becomes safe nodes, and growing text is drawn block by block."""

from textwrap import dedent

import pytest

PRELUDE = """
import js, json
from agentic.browser.markdown import MarkdownView, Renderer
renderer = Renderer(js.marked, js.purify)
node = js.document.createElement("div")
js.document.body.append(node)
view = MarkdownView(node, renderer)
"""

DOCUMENTS = {
    "prose": "# Title\n\nOne *two* **three** `four`\nfive.\n\nSix seven\neight.\n\n---\n\n> quoted\n> more\n\nEnd.\n",
    "setext": "Title\n=====\n\ntext\nSub\n---\n\nrest\n---\nend\n\nA\n\n---\n\nB",
    "tight lists": "- a\n- b\n  - c\n  - d\n- e\n\nafter\n\n1. x\n2. y\n\n   more y\n3. z\n\ntext",
    "loose lists": "- a\n\n- b\n\n  para\n\n      code in item\n\n- c\n\n* other\n\n\n* list\n\n1. one\n\n2. two\n\n10) ten\n",
    "list ends": "- a\n\n--\n\n- b\n\n---\n\n- c\n\ntext\n- d\nlazy\n\n  still d\n\nnot d\n",
    "tasks": "- [ ] open\n- [x] done\n\n1. [ ] n\n",
    "fences": "```py\nprint(1)\n\nprint(2)\n```\n\ntext\n\n~~~\na\n```\nb\n~~~\ntext\n````md\n```\ninner\n```\n\n````\n\n    indented\n\n    more\n\nend\n```\nopen\n\n\nto the end\n\n",
    "tables": "text\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | `x\\|y` |\n\nafter\n\na | b\n--|--\n1 | 2\nrow\n\nend",
    "references": "See [one], [two][2] and [three].\n\n[one]: https://one.example\n\nMore [one] and [two][2].\n\n[2]: https://two.example 'Title\nover lines'\n\n> [three]: https://three.example\n\nAgain [three], [one].\n\n[one]: https://late.example\n",
    "definition titles": "[a]: https://a.example\n'title\nmore'\n\n[a] [b]\n\n[b]: https://b.example\n\n'no title'\n",
    "html": "<div>a\n\nb</div>\n\n<!-- note\n\nmore -->\n\ntext <b>bold</b> <script>x</script>\n\n<details><summary>s</summary>\n\ninner\n\n</details>\n\n<pre>\na\n\nb\n</pre>\n\nend",
    "line ends": "one\r\ntwo\r\n\r\n- a\r\n- b\r\n\r\n\rthree\r\rfour",
    "odd space": "  \n\n   text\n \t \nmore\n\n\n\n\n    code\n\n\n\tafter tab\n\n",
    "constructor": "[constructor] [__proto__] [toString]\n\n[x]: https://x.example\n\n[constructor] [x]\n",
}


@pytest.fixture
def markdown(python):
    """Run Python in the page with a view at hand."""
    python.page.evaluate(
        """async () => {
             globalThis.marked ??= await import('/npm/marked/lib/marked.esm.js');
             globalThis.purify ??= (await import('/npm/dompurify/dist/purify.es.mjs')).default;
             globalThis.hacked = 0;
           }"""
    )
    return lambda source, given=None: python(PRELUDE + dedent(source), given)


@pytest.mark.parametrize("text", DOCUMENTS.values(), ids=DOCUMENTS)
def test_a_text_drawn_as_it_grows_ends_as_if_drawn_at_once(markdown, text):
    assert (
        markdown(
            """
            whole = renderer.render(given)
            wrong = []
            for step in (1, 2, 3, 7):
                for start in range(step):
                    node.replaceChildren()
                    view = MarkdownView(node, renderer)
                    for end in range(start, len(given), step):
                        view.draw(given[:end])
                    view.draw(given, done=True)
                    if node.innerHTML != whole:
                        wrong.append([step, start, node.innerHTML, whole])
            for cut in range(len(given)):
                node.replaceChildren()
                view = MarkdownView(node, renderer)
                view.draw(given[:cut])
                view.draw(given, done=True)
                if node.innerHTML != whole:
                    wrong.append([cut, node.innerHTML, whole])
            result = wrong[:1]
            """,
            given=text,
        )
        == []
    )


@pytest.mark.parametrize("text", DOCUMENTS.values(), ids=DOCUMENTS)
def test_every_draw_on_the_way_shows_what_is_there_so_far(markdown, text):
    # A link whose definition comes later is behind until the last draw: it is still its own source.
    assert (
        markdown(
            """
            import re
            def shown(container):
                links_are_late = "]: " in given
                return re.sub(r"[][2]", "", container.textContent) if links_are_late else container.innerHTML
            wrong = []
            for end in range(len(given)):
                view.draw(given[:end])
                fresh = js.document.createElement("div")
                MarkdownView(fresh, renderer).draw(given[:end])
                if shown(node) != shown(fresh):
                    wrong.append([given[:end], shown(node), shown(fresh)])
            result = wrong[:1]
            """,
            given=text,
        )
        == []
    )
