"""The element's own tools as plain objects: a page makes them, changes them, calls them, registers them itself."""

from playwright.sync_api import Page

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import call, echo, run
from tests.servers.scripted import ScriptedAgent

IMPORT = 'const api = await import("/dist/agentic.mjs");'
PAGE = "document.body.insertAdjacentHTML('beforeend', `<div style='height: 3000px'></div><p id=deep>Deep</p>`);"


def js(page: Page, body: str) -> object:
    return page.evaluate(f"async () => {{ {IMPORT} {body} }}")


def test_the_tools_of_the_named_actions_are_made(stage: Page) -> None:
    made = js(
        stage,
        """const named = [["scroll"], ["drag", "scroll"], new Set(["scroll"]), []];
        return JSON.parse(JSON.stringify(named.map(each => api.createPageActionTools(each))));""",
    )
    assert [[tool["name"] for tool in tools] for tools in made] == [
        ["scroll_to"],
        ["scroll_to", "drag_and_drop"],
        ["scroll_to"],
        [],
    ]
    (scroll,) = made[0]
    assert scroll["parameters"]["required"] == ["target"]
    assert scroll["description"]
    assert js(stage, "return api.PAGE_ACTIONS") == ["scroll", "drag", "chat"]


def test_a_page_action_finds_its_target_by_the_function_that_was_given(stage: Page) -> None:
    told = js(
        stage,
        PAGE
        + """const seen = [];
        const find = target => { seen.push(target); return target === "x7" ? document.querySelector("#deep") : null };
        const [scroll] = api.createPageActionTools(["scroll"], find);
        return [await scroll.handler({target: "x7"}), seen, scrollY > 1000];""",
    )
    assert told == ["x7 is in view", ["x7"], True]


def test_a_target_that_is_not_there_is_an_error_that_says_so(stage: Page) -> None:
    said = js(
        stage,
        """const [scroll] = api.createPageActionTools(["scroll"]);
        const given = scroll.handler({target: "#nothing"});
        return [given instanceof Promise, await given.catch(error => [error instanceof Error, error.message])];""",
    )
    assert said[0] is True
    assert said[1][0] is True
    assert "there is nothing on the page for '#nothing'" in said[1][1]


def test_a_surface_of_the_pages_own_is_driven_by_its_three_methods(stage: Page) -> None:
    told = js(
        stage,
        """class Panel {
          where = "home"; collapsed = false;
          describeSurface() { return {collapsed: this.collapsed, collapsible: true, fixed: "it is nailed down"} }
          moveTo(corner) { this.where = corner; return corner !== "top-left" }
          setCollapsed(collapsed) { this.collapsed = collapsed }
        }
        const panel = new Panel(), tools = api.createChatSurfaceTools(panel), told = {};
        const given = {move_chat: {corner: "top-left"}};
        for (const {name, handler} of tools) told[name] = await handler(given[name] ?? {});
        return [told, panel.where];""",
    )
    assert told[0]["move_chat"] == {"moved": False, "reason": "it is nailed down"}
    assert told[0]["minimise_chat"] == {"collapsed": True}
    assert told[0]["restore_chat"] == {"collapsed": False}
    assert told[0]["read_chat_surface"]["collapsed"] is False
    assert told[1] == "top-left"


def test_the_element_is_such_a_surface(chat: Chat) -> None:
    told = js(
        chat.page,
        """const tools = api.createChatSurfaceTools(document.querySelector("ag-ui-chat"));
        const move = tools.find(tool => tool.name === "move_chat");
        return [tools.length, await move.handler({corner: "top-left"})];""",
    )
    assert told == [4, {"moved": True, "corner": "top-left"}]
    assert chat.element.get_attribute("data-corner") == "top-left"


def test_what_is_no_surface_is_refused_with_what_it_lacks(stage: Page) -> None:
    said = js(stage, "try { api.createChatSurfaceTools({moveTo() {}}) } catch (error) { return error.message }")
    assert said == "createChatSurfaceTools: the surface has no method describeSurface"


def test_the_context_of_a_page_map_is_made_of_a_map_or_of_what_gives_one(stage: Page) -> None:
    entries = js(
        stage, "const map = {fields: ['city']}; return [map, () => map].map(each => api.createPageMapContext(each))"
    )
    assert entries == [{"description": "page_map", "value": '{"fields": ["city"]}'}] * 2


def test_routes_and_state_are_made_into_tools_too(stage: Page) -> None:
    told = js(
        stage,
        """const went = [], map = [{id: "user", path: "/users/:id"}];
        const [list, lead] = api.createRouteTools(map, path => { went.push(path) });
        let cart = 1;
        const binding = {name: "cart", read: () => cart, write: given => { cart = given.n }};
        const [read, write] = api.createPageStateTools(binding);
        const marks = [list, lead, read, write].map(tool => [
          tool.name, api.isNavigates(tool.parameters), api.isDestructive(tool.parameters),
        ]);
        const missing = await lead.handler({route_id: "user"}).catch(error => error.message);
        await lead.handler({route_id: "user", params: {id: 7}});
        await write.handler({n: 5});
        const hooks = api.createStateHookTools(binding);
        return [marks, missing, went, await read.handler(), hooks.map(tool => tool.name)];""",
    )
    assert told[0] == [
        ["list_routes", False, False],
        ["navigate_to_route", True, False],
        ["read_cart", False, False],
        ["set_cart", False, True],
    ]
    assert "needs the param 'id'" in told[1]
    assert told[2:] == [["/users/7"], 5, ["read_cart", "set_cart"]]


def test_a_tool_that_was_made_can_be_registered_under_another_name(chat: Chat, agent: ScriptedAgent) -> None:
    js(
        chat.page,
        PAGE
        + """const [scroll] = api.createPageActionTools(["scroll"]);
        document.querySelector("ag-ui-chat").registerTool({...scroll, name: "show"});""",
    )
    agent.answers(run(*call("show", {"target": "#deep"})), run(*call("show", {"target": "#no"})), then=echo)
    chat.say("Show it")
    assert agent.request(2).result() == "#deep is in view"
    assert "there is nothing on the page for '#no'" in agent.request(3).result()


def test_the_former_name_of_page_state_still_works_and_says_so(
    chat: Chat, agent: ScriptedAgent, trouble: Trouble
) -> None:
    trouble.expect("registerStateHook is deprecated; it is called registerPageState now")
    chat.element.evaluate("chat => chat.registerStateHook({name: 'cart', read: () => ({items: [1]})})")
    agent.answers(run(*call("read_cart")), then=echo)
    chat.say("Read it")
    assert agent.request(2).result() == '{"items": [1]}'
