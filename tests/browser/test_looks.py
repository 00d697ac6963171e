"""What the chat looks like, compared by pixel with pictures that are kept.

The pictures are those of one font, Liberation, which Debian's package `fonts-liberation` brings. Where a change is
meant, renew them, look at every one that changed, and commit them with the change:

    python -m pytest tests/browser/test_looks.py --renew-looks

A picture of a state that looks otherwise is left in `.build/looks` beside the one that was expected.
"""

import base64
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.chat import Chat
from tests.browser.states import STATES, brought_to
from tests.browser.trouble import Trouble
from tests.servers.scripted import ScriptedAgent

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "tests" / "data" / "looks"
OTHER = ROOT / ".build" / "looks"
WINDOW = {"width": 640, "height": 608}
SHOWN = {"x": 228, "y": 16, "width": 396, "height": 576}
FONTS = {"--ag-ui-font": '"Liberation Sans"', "--ag-ui-font-mono": '"Liberation Mono"'}

# A channel may differ by what another rasterizer makes of an edge, and a few pixels by anything.
SLIGHT = 40
MOST_OTHER = 0.004

FONT_IS_HERE = """name => {
  const width = family => {
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `40px ${family}`;
    return pen.measureText("Wim, quills & 0123").width;
  };
  return ["serif", "monospace"].some(other => width(`${name}, ${other}`) !== width(other));
}"""

# What blinks and turns stands still, for a picture that was taken at another moment is not another look.
STILL = """(chat, fonts) => {
  for (const [name, value] of Object.entries(fonts)) chat.style.setProperty(name, value);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { animation: none !important; transition: none !important; }");
  chat.shadowRoot.adoptedStyleSheets.push(sheet);
  return document.fonts.ready.then(() => null);
}"""

COMPARE = """async ([kept, taken, slight]) => {
  const read = async data => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const { width, height } = image;
    const pen = new OffscreenCanvas(width, height).getContext("2d");
    pen.drawImage(image, 0, 0);
    return { width, height, data: pen.getImageData(0, 0, width, height).data };
  };
  const [one, other] = [await read(kept), await read(taken)];
  if (one.width !== other.width || one.height !== other.height) return 1;
  let differing = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    differing += [0, 1, 2].some(channel => Math.abs(one.data[at + channel] - other.data[at + channel]) > slight);
  }
  return differing / (one.data.length / 4);
}"""


@pytest.fixture
def renews(request: pytest.FixtureRequest) -> bool:
    return request.config.getoption("--renew-looks")


@pytest.fixture
def window(stage: Page) -> Iterator[Page]:
    insist_on(stage, "Liberation Sans")
    stage.set_viewport_size(WINDOW)
    yield stage
    stage.set_viewport_size({"width": 1280, "height": 800})


def insist_on(page: Page, font: str) -> None:
    """Leave the pictures out on a machine without their font; a CI machine may not, for nobody would notice."""
    if not page.evaluate(FONT_IS_HERE, font):
        leave = pytest.fail if os.environ.get("CI") else pytest.skip
        leave(f"the pictures are those of the font {font}: install fonts-liberation")


def picture(page: Page) -> bytes:
    """The panel, which may fill the window, without a pointer over anything."""
    page.mouse.move(0, 0)
    fills = page.locator("ag-ui-chat").get_attribute("placement") == "page"
    return page.screenshot(animations="disabled", caret="hide", clip=None if fills else SHOWN)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_it_looks_as_it_did(
    window: Page,
    mount: Callable[..., Chat],
    agent: ScriptedAgent,
    trouble: Trouble,
    renews: bool,
    state: str,
    theme: str,
) -> None:
    trouble.expect("Failed to load resource")
    chat = mount(endpoint="/agent/", data_start_open="", theme=theme, placement="floating")
    chat.element.evaluate(STILL, FONTS)
    with brought_to(state, chat, agent):
        taken = picture(window)
    path = KEPT / f"{state}-{theme}.png"
    if renews:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(taken)
        return
    differing = window.evaluate(COMPARE, [encoded(path.read_bytes()), encoded(taken), SLIGHT])
    if differing > MOST_OTHER:
        OTHER.mkdir(parents=True, exist_ok=True)
        (OTHER / path.name).write_bytes(taken)
        pytest.fail(f"{differing:.1%} of {state} in {theme} is otherwise; see {OTHER / path.name} beside {path}")


def encoded(image: bytes) -> str:
    return base64.b64encode(image).decode()


def test_every_picture_is_of_a_state_and_small() -> None:
    kept = {path.stem: path.stat().st_size for path in KEPT.glob("*.png")}
    assert set(kept) == {f"{state}-{theme}" for state in STATES for theme in ("light", "dark")}
    assert max(kept.values()) < 60_000
    assert sum(kept.values()) < 1_200_000


def test_another_look_is_noticed(window: Page) -> None:
    one, other = ((KEPT / f"{name}-light.png").read_bytes() for name in ("empty", "launcher"))
    assert window.evaluate(COMPARE, [encoded(one), encoded(one), SLIGHT]) == 0
    assert window.evaluate(COMPARE, [encoded(one), encoded(other), SLIGHT]) > MOST_OTHER


@pytest.mark.parametrize(("ci", "ending"), [("1", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_only_ones_own_machine_may_leave_pictures_out(
    stage: Page, monkeypatch: pytest.MonkeyPatch, ci: str, ending: type[BaseException]
) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(ending, match="fonts-liberation"):
        insist_on(stage, "No Such Font")
