"""Real Chromium, real servers, one boot: what every browser test stands on."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from ag_ui.core import RunAgentInput
from playwright.sync_api import Browser, Page, expect
from pydantic import ValidationError

from tests.browser.chat import Chat
from tests.browser.gallery import FOLDER, Gallery, bundle
from tests.browser.inspecting import BEGIN, END, Inspector
from tests.browser.markdown import Markdown, markdown_in
from tests.browser.python import Python
from tests.browser.stage import HEAR_BOOT, Stage, wait_for_boot
from tests.browser.trouble import Trouble
from tests.servers.pydantic_agent import PydanticAgent
from tests.servers.scripted import Reply, Request, ScriptedAgent, refusal
from tests.servers.site import Site

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--expose-gc",
]
STRICT = {"Content-Security-Policy": "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'"}
TRUSTED = {
    "Content-Security-Policy": STRICT["Content-Security-Policy"]
    + "; require-trusted-types-for 'script'; trusted-types agentic dompurify"
}
NO_WASM = {"Content-Security-Policy": "script-src 'self'"}

# A two-core machine that also compiles WebAssembly needs more than Playwright's five seconds now and then.
expect.set_options(timeout=10_000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return browser_type_launch_args | {"args": FLAGS} | ({"executable_path": found} if found else {})


@pytest.fixture(scope="session")
def base_url() -> None:
    """Pages are opened by whole address. The plugin's own fixture of this name warns, and warnings are errors here."""


@pytest.fixture(scope="session")
def dist() -> Path:
    folder = ROOT / "dist"
    if not (folder / "agentic.js").is_file():
        pytest.fail("run python build.py build first", pytrace=False)
    return folder


@pytest.fixture(scope="session")
def scripted() -> dict[str, ScriptedAgent]:
    """One scripted agent a path: most tests use the first, a page with two chats those beside it.

    The last is a backend of somebody's own, which may be sent anything.
    """
    checking = {path: ScriptedAgent(as_the_models_say) for path in ("/agent/", "/agent/left", "/agent/right")}
    return checking | {"/backend/": ScriptedAgent()}


def as_the_models_say(request: Request) -> Reply | None:
    """What is sent is what the official models take; else the answer is that they do not."""
    try:
        RunAgentInput.model_validate(request.body)
    except ValidationError as error:
        return refusal(422, f"this is no RunAgentInput: {error}")
    return None


@pytest.fixture(scope="session")
def folders(dist: Path) -> dict[str, Path]:
    return {"/": ROOT / "tests" / "pages", "/dist/": dist, "/npm/": ROOT / "node_modules", "/gallery/": FOLDER}


@pytest.fixture(scope="session")
def home(folders: dict[str, Path], scripted: dict[str, ScriptedAgent]) -> Iterator[Site]:
    policies = {"/strict.html": STRICT, "/trusted.html": TRUSTED, "/no_wasm.html": NO_WASM}
    with Site(folders, dict(scripted), policies) as site:
        yield site


@pytest.fixture(scope="session")
def abroad(folders: dict[str, Path], scripted: dict[str, ScriptedAgent]) -> Iterator[Site]:
    with Site(folders, dict(scripted), cors=True) as site:
        yield site


@pytest.fixture
def site(home: Site) -> Iterator[Site]:
    """The site of the page, as it should be at the start of a test and again after it."""
    home.visits.clear()
    yield home
    home.mend()


@pytest.fixture
def other_site(abroad: Site) -> Iterator[Site]:
    """The same files and agents on another origin, which lets any page read."""
    abroad.visits.clear()
    yield abroad
    abroad.mend()


@pytest.fixture
def agents(scripted: dict[str, ScriptedAgent]) -> dict[str, ScriptedAgent]:
    for agent in scripted.values():
        agent.forget()
    return scripted


@pytest.fixture
def agent(agents: dict[str, ScriptedAgent]) -> ScriptedAgent:
    return agents["/agent/"]


@pytest.fixture(scope="session")
def real_server() -> Iterator[PydanticAgent]:
    with PydanticAgent() as server:
        yield server


@pytest.fixture
def real_agent(real_server: PydanticAgent) -> PydanticAgent:
    real_server.gone.clear()
    return real_server


@pytest.fixture
def trouble() -> Iterator[Trouble]:
    trouble = Trouble()
    yield trouble
    unexpected = trouble.unexpected()
    trouble.unwatch()
    if unexpected:
        pytest.fail("the page had trouble:\n" + "\n".join(unexpected), pytrace=False)


@pytest.fixture
def page(page: Page, trouble: Trouble) -> Page:
    """A page of its own, watched for trouble."""
    trouble.watch(page)
    page.add_init_script(HEAR_BOOT)
    return page


@pytest.fixture
def visit(page: Page, site: Site) -> Callable[[str], Chat]:
    """Open a page of the site and wait until its chat is live."""

    def open_page(path: str) -> Chat:
        page.goto(site.url(path))
        wait_for_boot(page)
        return Chat(page)

    return open_page


@pytest.fixture(scope="session")
def lasting_stage(browser: Browser, home: Site) -> Iterator[Stage]:
    stage = Stage(browser, home)
    yield stage
    stage.close()


@pytest.fixture
def stage(lasting_stage: Stage, site: Site, trouble: Trouble, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The session's page, with the runtime live and nothing on it."""
    page = lasting_stage.page(trouble.watch)
    yield page
    report = getattr(request.node, "rep_call", None)
    if report is None or report.failed or trouble.unexpected():
        lasting_stage.close()
    else:
        lasting_stage.clear()


@pytest.fixture
def mount(stage: Page, lasting_stage: Stage) -> Callable[..., Chat]:
    """Put an element with these attributes on the stage."""
    return lambda **attributes: lasting_stage.mount(stage, **attributes)


@pytest.fixture
def chat(mount: Callable[..., Chat], agent: ScriptedAgent) -> Chat:
    """A fresh open chat that talks to `agent`."""
    return mount(endpoint="/agent/", data_start_open="")


@pytest.fixture
def python(stage: Page) -> Python:
    """Run Python on the stage."""
    return Python(stage)


@pytest.fixture
def inspector(stage: Page, python: Python) -> Iterator[Inspector]:
    """An inspector of the page's registry, not yet mounted; what the test registers is gone after it."""
    python(BEGIN)
    yield Inspector(stage, python)
    stage.evaluate("document.querySelectorAll('agentic-inspector').forEach(node => node.remove())")
    python(END)


@pytest.fixture(scope="session")
def bundled() -> Path:
    return bundle()


@pytest.fixture
def gallery(python: Python, bundled: Path) -> Gallery:
    """Components from npm to work on the stage."""
    return Gallery(python)


@pytest.fixture
def markdown(python: Python) -> Markdown:
    return markdown_in(python)
