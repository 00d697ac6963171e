"""What a server pushes into the transcript, and what tools draw of their arguments."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import activity, call, result, run, text
from tests.servers.scripted import ScriptedAgent

CHART: dict[str, Any] = {
    "kind": "bar",
    "title": "Signups",
    "labels": ["Mon", "Tue"],
    "series": [{"label": "new", "points": [12, 19]}],
}
BUILD = """chat => { chat.drawn = []; chat.registerActivityRenderer({ type: "build", render: content => {
  chat.drawn.push(content);
  if (content.status === "gone") return null;
  if (content.status === "bad") throw new Error("no way");
  const node = document.createElement("div");
  node.className = "build";
  node.textContent = `Build ${content.status}`;
  return node;
}}); }"""


def show(chat: Chat, agent: ScriptedAgent, *steps: Any, saying: str = "Go") -> None:
    agent.answers(run(*steps, *text(f"Shown {saying}.")))
    chat.say(saying)
    chat.wait_for_answer(f"Shown {saying}.")
    chat.wait_until_idle()


def test_a_renderer_of_the_page_draws_its_type(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate(BUILD)
    show(chat, agent, activity("build", {"status": "green"}, "b1"))
    expect(chat.element.locator(".build")).to_have_text("Build green")
    assert chat.element.evaluate("chat => chat.drawn") == [{"status": "green"}]


def test_the_same_message_again_replaces_the_node(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate(BUILD)
    show(chat, agent, activity("build", {"status": "red"}, "b1"), activity("build", {"status": "green"}, "b1"))
    expect(chat.element.locator(".build")).to_have_text(["Build green"])
    show(chat, agent, activity("build", {"status": "gone"}, "b1"), saying="Again")
    expect(chat.element.locator(".build")).to_have_count(0)


def test_what_was_drawn_and_cannot_be_any_more_is_told_in_the_pages_words(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate(BUILD.replace('type: "build",', 'type: "build", removedNotice: "The build is gone.",'))
    show(chat, agent, activity("build", {"status": "gone"}, "never"), activity("build", {"status": "red"}, "b1"))
    expect(chat.notices).to_have_count(0)
    show(chat, agent, activity("build", {"status": "gone"}, "b1"), saying="Again")
    expect(chat.notices).to_have_text(["The build is gone."])
    show(chat, agent, activity("build", {"status": "green"}, "b1"), saying="Once more")
    expect(chat.notices).to_have_count(0)
    expect(chat.element.locator(".build")).to_have_text(["Build green"])


def test_a_chart_that_cannot_be_drawn_any_more_says_so(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => chat.enableCharts(['activity'])")
    show(chat, agent, activity("chart", CHART, "c1"))
    show(chat, agent, activity("chart", {**CHART, "labels": ["Mon"]}, "c1"), saying="Again")
    expect(chat.part("chart-block")).to_have_count(0)
    expect(chat.part("run-notice-chart-undrawable")).to_contain_text("cannot be drawn")


def test_a_renderer_that_fails_is_told_and_takes_nothing_with_it(
    chat: Chat, agent: ScriptedAgent, trouble: Trouble
) -> None:
    chat.element.evaluate(BUILD)
    show(chat, agent, activity("build", {"status": "bad"}, "b1"))
    assert any("'build'" in line and "no way" in line for line in trouble.console)


def test_what_nobody_draws_is_named_until_somebody_does(chat: Chat, agent: ScriptedAgent) -> None:
    show(chat, agent, activity("build", {"status": "green"}, "b1"), activity("chart", CHART, "c1"))
    assert chat.element.evaluate("chat => chat.unhandledActivityTypes") == ["build", "chart"]
    chat.element.evaluate(BUILD)
    chat.element.evaluate("chat => chat.enableCharts(['activity'])")
    expect(chat.element.locator(".build")).to_have_text("Build green")
    expect(chat.part("chart-block")).to_be_visible()
    assert chat.element.evaluate("chat => chat.unhandledActivityTypes") == []


def test_a_renderer_for_an_own_type_takes_its_place(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("""chat => chat.registerActivityRenderer({ type: "compaction", render: ({ removed }) => {
      const node = document.createElement("p");
      node.textContent = `${removed} are gone`;
      return node;
    }})""")
    show(chat, agent, activity("compaction", {"removed": 3}, "x"))
    chat.wait_for_text("3 are gone")
    expect(chat.part("run-notice-compaction")).to_have_count(0)


def test_a_chart_is_drawn_and_told(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => chat.enableCharts(['activity'])")
    show(chat, agent, activity("chart", CHART, "c1"))
    expect(chat.part("chart-title")).to_have_text("Signups")
    expect(chat.part("chart-legend")).to_have_text("new")
    expect(chat.part("chart-block").get_by_role("img")).to_have_accessible_name("Signups. new: Mon 12, Tue 19")


def test_a_delta_redraws_a_chart_in_its_place(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => chat.enableCharts(['activity'])")
    patch = [{"op": "replace", "path": "/series/0/points/1", "value": 40}]
    delta = {"type": "ACTIVITY_DELTA", "messageId": "c1", "activityType": "chart", "patch": patch}
    show(chat, agent, activity("chart", CHART, "c1"), delta)
    expect(chat.part("chart-block")).to_have_count(1)
    expect(chat.part("chart-block").get_by_role("img")).to_have_accessible_name("Signups. new: Mon 12, Tue 40")


def test_a_chart_that_cannot_be_drawn_is_not(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => chat.enableCharts(['activity'])")
    show(chat, agent, activity("chart", CHART | {"labels": ["Mon"]}, "c1"))
    expect(chat.part("chart-block")).to_have_count(0)


def test_the_type_of_a_chart_keeps_its_size_in_a_wide_panel(chat: Chat, agent: ScriptedAgent, stage: Page) -> None:
    chat.element.evaluate("chat => chat.enableCharts(['activity'])")
    show(chat, agent, activity("chart", CHART, "c1"))
    sizes = []
    for width in ("300px", "700px"):
        chat.element.evaluate("(chat, width) => chat.style.setProperty('--ag-ui-width', width)", width)
        stage.wait_for_timeout(300)
        sizes.append(
            chat.part("chart-block").evaluate("""block => {
          const svg = block.querySelector("svg");
          return [block.offsetWidth, svg.clientWidth / svg.viewBox.baseVal.width];
        }""")
        )
    assert sizes[0][0] < sizes[1][0] <= 480
    assert [round(scale, 2) for _, scale in sizes] == [1, 1]


def test_the_model_may_call_for_a_chart(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => chat.enableCharts(['tool'])")
    agent.answers(run(*call("render_chart", CHART, "k1")), run(*text("There.")))
    chat.say("Draw")
    chat.wait_for_answer("There.")
    expect(chat.part("chart-block")).to_be_visible()
    tool = next(message for message in agent.requests[1].body["messages"] if message["role"] == "tool")
    assert tool["content"] == "The chart is shown to the user."


def test_a_model_that_calls_for_nonsense_is_told(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => chat.enableCharts(['tool'])")
    agent.answers(run(*call("render_chart", CHART | {"labels": ["one"]}, "k1")), run(*text("Oh.")))
    chat.say("Draw")
    chat.wait_for_answer("Oh.")
    expect(chat.part("chart-block")).to_have_count(0)
    tool = next(message for message in agent.requests[1].body["messages"] if message["role"] == "tool")
    assert "one finite number a label" in tool["content"]


def test_a_tool_draws_its_arguments_and_only_that_is_replayed(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("""chat => { chat.handled = 0; chat.registerTool({
      name: "show_route", parameters: { type: "object", properties: { stops: { type: "array" } } },
      handler: () => { chat.handled += 1; return "route shown"; },
      render: ({ stops }) => Object.assign(document.createElement("ol"), { textContent: stops.join(" → ") }),
    }); }""")
    agent.answers(run(*call("show_route", {"stops": ["a", "b"]}, "k1")), run(*text("There.")))
    chat.say("Show")
    chat.wait_for_answer("There.")
    chat.wait_until_idle()
    expect(chat.messages).to_contain_text("a → b")
    chat.element.evaluate("chat => { const parent = chat.parentNode; chat.remove(); parent.append(chat); }")
    expect(chat.messages).to_contain_text("a → b")
    assert chat.element.evaluate("chat => chat.handled") == 1


def test_suggestions_send_themselves(chat: Chat, agent: ScriptedAgent) -> None:
    prompts = ["Update the address", " Update the address ", "x" * 121, "", 5, "Two", "Three", "Four", "Five"]
    show(chat, agent, activity("suggestions", {"prompts": prompts}, "s1"))
    expect(chat.part("suggestion-chip")).to_have_text(["Update the address", "Two", "Three", "Four"])
    agent.answers(run(*text("Updated.")))
    chat.press("Update the address")
    expect(chat.sayings.last).to_have_text("Update the address")
    chat.wait_for_answer("Updated.")


def test_suggestions_without_a_usable_prompt_draw_nothing(chat: Chat, agent: ScriptedAgent) -> None:
    show(chat, agent, activity("suggestions", {"prompts": "no list"}, "s1"), activity("suggestions", {}, "s2"))
    expect(chat.element.locator(".turns .suggestion-chip")).to_have_count(0)
    for row in chat.element.locator(".turns [part~='suggestions']").all():
        expect(row).to_be_hidden()


def test_suggestions_pushed_again_under_their_id_replace_the_row(chat: Chat, agent: ScriptedAgent) -> None:
    first, second = (activity("suggestions", {"prompts": [prompt]}, "s1") for prompt in ("One", "Another"))
    show(chat, agent, first, second)
    expect(chat.part("suggestion-chip")).to_have_text(["Another"])


def test_what_is_drawn_of_charts_and_suggestions_comes_back_with_the_element(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => chat.enableCharts(['activity'])")
    show(chat, agent, activity("chart", CHART, "c1"), activity("suggestions", {"prompts": ["One"]}, "s1"))
    chat.element.evaluate("chat => { const parent = chat.parentNode; chat.remove(); parent.append(chat); }")
    expect(chat.part("chart-block")).to_be_visible()
    expect(chat.part("suggestion-chip")).to_have_text(["One"])


def test_the_lines_about_a_run_are_in_the_pages_words(chat: Chat, agent: ScriptedAgent) -> None:
    chat.element.evaluate("chat => { chat.strings = { historyCompacted: '{count} weg', usingSkill: 'Mit {name}' }; }")
    loaded = [*call("load_capability", {"id": "invoicing"}, "k1"), result("k1", "ok")]
    show(chat, agent, activity("compaction", {"removed": 12}, "x"), *loaded)
    expect(chat.part("run-notice-compaction")).to_have_text("12 weg")
    expect(chat.part("run-notice-skill")).to_have_text("Mit invoicing")


def test_a_compaction_is_a_line(chat: Chat, agent: ScriptedAgent) -> None:
    show(chat, agent, activity("compaction", {"removed": 12, "before": 20, "after": 8}, "x"))
    expect(chat.part("run-notice-compaction")).to_have_text("Earlier messages were condensed to make room: 12")
    show(chat, agent, activity("compaction", {}, "y"), saying="Again")
    expect(chat.part("run-notice-compaction").last).to_have_text("Earlier messages were condensed to make room")


def test_a_skill_of_the_model_is_a_line_and_no_card(chat: Chat, agent: ScriptedAgent) -> None:
    chat.listen("ag-ui-run-finished")
    show(chat, agent, *call("load_capability", {"id": "invoicing"}, "k1"), result("k1", "ok"))
    expect(chat.part("run-notice-skill")).to_have_text("Using skill invoicing")
    expect(chat.cards).to_have_count(0)
    assert chat.heard("ag-ui-run-finished")[0]["tools"] == []


def test_a_skill_without_a_name_is_an_ordinary_call(chat: Chat, agent: ScriptedAgent) -> None:
    show(chat, agent, *call("load_capability", {"id": " "}, "k1"), result("k1", "ok"))
    expect(chat.cards).to_have_count(1)
    expect(chat.part("run-notice-skill")).to_have_count(0)
