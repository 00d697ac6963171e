"""A host's routes and state, given from JavaScript."""

from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.servers.events import call, run, text
from tests.servers.scripted import ScriptedAgent

MAP = [{"id": "user", "path": "/users/:id", "title": "A user"}]


def test_the_pages_own_router_leads_to_a_route(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(
        run(*call("navigate_to_route", {"route_id": "user", "params": {"id": "a b", "tab": 1}})), run(*text("There."))
    )
    chat.element.evaluate(
        "(chat, map) => { chat.routeMap = map; chat.navigate = async path => { window.led = path } }", MAP
    )
    assert chat.element.evaluate("chat => chat.routeMap") == MAP
    chat.say("Go")
    chat.wait_for_answer("There.")
    assert chat.page.evaluate("led") == "/users/a%20b?tab=1"
    assert {"list_routes", "navigate_to_route"} <= set(agent.request().tools)
    chat.element.evaluate("chat => { chat.routeMap = null }")


def test_without_a_router_the_page_itself_is_led_there(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*call("navigate_to_route", {"route_id": "here"})), run(*text("There.")))
    chat.element.evaluate("chat => { chat.routeMap = [{id: 'here', path: '#somewhere'}] }")
    chat.say("Go")
    chat.wait_for_answer("There.")
    assert chat.page.evaluate("location.hash") == "#somewhere"
    chat.page.evaluate("history.replaceState(null, '', location.pathname)")


def test_state_of_the_page_is_read_at_once_and_written_after_a_question(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(run(*call("read_cart")), run(*call("set_cart", {"items": [2]}, call_id="w")), run(*text("Done.")))
    chat.element.evaluate("""chat => {
      window.cart = {items: [1]};
      const schema = {type: "object", properties: {items: {type: "array"}}};
      chat.registerPageState({name: "cart", read: () => cart, write: async given => { cart = given }, schema});
    }""")
    chat.say("Change it")
    chat.press("Confirm")
    chat.wait_for_answer("Done.")
    assert agent.request(2).result() == '{"items": [1]}'
    assert chat.page.evaluate("cart") == {"items": [2]}
    expect(chat.card("cart")).to_have_attribute("data-status", "done")
