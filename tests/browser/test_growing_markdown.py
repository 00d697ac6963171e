"""Markdown that grows: what a draw costs, and what is seen at every moment."""

from tests.browser.markdown import Markdown

BLOCK = (
    "## Heading\n\n"
    + "The quick **brown fox** jumps over the lazy dog, then reads `code` and a [link](https://example.com/a?b=c).\n\n"
    * 3
    + "- item one\n- item two with *emphasis*\n- item three\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
    + "```python\ndef f(x):\n    return x + 1\n```\n\n"
)


def test_no_draw_of_a_long_answer_takes_50_ms(markdown: Markdown) -> None:
    # 32 KB, four deltas of eight characters a frame. A busy machine may stop any draw, but hardly the same one thrice.
    assert (
        markdown(
            """
            import time
            def times():
                node.replaceChildren()
                view, spent = MarkdownView(node, renderer), []
                for end in range(32, len(given) + 1, 32):
                    start = time.perf_counter()
                    view.draw(given[:end], done=end == len(given))
                    node.offsetHeight
                    spent.append(time.perf_counter() - start)
                return spent
            result = max(map(min, times(), times(), times())) * 1000
            """,
            given=(BLOCK * 80)[:32_000],
        )
        < 50
    )


def test_the_cost_of_a_draw_does_not_grow_with_the_text_before_it(markdown: Markdown) -> None:
    assert markdown(
        """
        import time
        def cost(blocks):
            text = given * blocks
            node.replaceChildren()
            view = MarkdownView(node, renderer)
            view.draw(text)
            times = []
            for step in range(60):
                text += "*word* "  # plain words cost next to nothing, and would compare noise
                start = time.perf_counter()
                view.draw(text)
                times.append(time.perf_counter() - start)
            return sorted(times)[30]
        cost(2)
        result = cost(200) < 5 * cost(10)
        """,
        given=BLOCK,
    )


def test_no_mark_is_seen_before_it_is_whole(markdown: Markdown) -> None:
    text = "Now **Delete the `old` order**, see [the *manual*](https://example.com/a).\n\n- **one** more\n- a `x` b"
    seen = markdown(
        """
        result = []
        for end in range(1, len(given)):
            view.draw(given[:end])
            result.append(node.textContent)
        view.draw(given, done=True)
        """,
        given=text,
    )
    assert [shown for shown in seen if set(shown) & set("*`[]()")] == []


RICH = (
    "# The *whole* `story`\n\nIntro with **bold**, *italic*, ***both***, ~~gone~~, `code` and "
    '[a **link**](https://example.com/a_b(c)?d=e*f*g "T").\n\n## Lists\n\nItems:\n- one\n'
    "- two with `x` and **y**\n"
    "  - nested *deep*\n  - nested [link](https://example.com)\n- [ ] open task\n- [x] done task\n\n"
    "1. first\n2. second\n10. tenth\n\nand then\n\n"
    "| Name | *Count* | `Code` |\n|:-----|:------:|------:|\n| a_b | **1** | `x` |\n"
    "| [l](https://e.com) | ~~2~~ | 3 |\n\n```python\ndef f(x):\n    return '**not bold**' * 2  # | not | a table\n"
    "```\n\n> A quote with *emphasis*\n> - and a list\n\n"
    "See https://example.com/auto_link_here and <https://example.com/angle>"
    " or me@example.com.\n\n* * *\n\nIt is 2 * 3 = 6, snake_case_name,"
    " \\*not italic\\*, ~5, a < b.\n\n~~~\nmore `code`\n~~~\n\nمرحبا **بك** و `x`.\n\n__Bold__ _it_ end.\n"
)


def test_what_is_seen_of_a_text_that_grows_is_the_beginning_of_the_whole_at_every_moment(markdown: Markdown) -> None:
    """Words and elements: nothing is seen that goes again, no mark, no half a table, no heading that was a list."""
    assert markdown(
        """
            import re
            # A bare address is a link sooner or later; a row has all of its cells at once, and then what is in them.
            def seen():
                names = [each.localName for each in node.querySelectorAll("*") if each.localName not in ("a", "td")]
                return re.sub(r"\\s+", "", node.textContent), names
            view.draw(given, done=True)
            words, names = seen()
            wrong = []
            for end in range(1, len(given)):
                view.draw(given[:end])
                now, elements = seen()
                if not words.startswith(now) or names[: len(elements)] != elements:
                    wrong.append([given[max(0, end - 20) : end], now[-20:], elements[-5:]])
            result = [len(names) > 40, wrong[:5]]
            """,
        given=RICH,
    ) == [True, []]
