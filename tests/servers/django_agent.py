"""A real AG-UI server with a memory: django-ag-ui over the model of `pydantic_agent`, which does what the user says.

Beside what that model knows:

| the user says | the agent |
| --- | --- |
| `recall` | tells everything that the user has said, as the server gave it to the model |
| `attached` | tells which files the server says are attached |

Its own tool `book {day}` is destructive, so the guard has it approved; it says that `bookings` moved. Threads, runs and
attachments are kept in a database of this process, for each person: who that is says the header `Authorization`.
"""

import atexit
import functools
import shutil
import tempfile
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.management import call_command
from django.urls import clear_url_caches
from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from starlette.middleware.cors import CORSMiddleware

from tests.servers.pydantic_agent import Delta, PydanticAgent, last_turn


class DjangoAgent(PydanticAgent):
    """The server, in a thread."""

    def _app(self) -> Any:
        addresses = set_up()
        addresses[:] = [mounted(FunctionModel(stream_function=self._speak))]
        clear_url_caches()  # of a server that this process had before
        return CORSMiddleware(
            get_asgi_application(), allow_origins=["*"], allow_methods=["*"], allow_headers=["authorization", "*"]
        )

    async def _speak(self, messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Delta]:
        said, results = last_turn(messages)
        if said == "recall" and not results:
            yield f"You said: {'; '.join(prompts(messages))}. "
        elif said == "attached" and not results:
            files = [line for line in (info.instructions or "").splitlines() if "(id: " in line]
            yield f"There is {'; '.join(files) or 'nothing'}. "
        else:
            async for delta in PydanticAgent._speak(self, messages, info):
                yield delta


def prompts(messages: list[ModelMessage]) -> list[str]:
    """Everything the user said, in order."""
    parts = [part for message in messages if isinstance(message, ModelRequest) for part in message.parts]
    return [str(part.content) for part in parts if isinstance(part, UserPromptPart)]


class Person:
    """Whom the server takes the client for: the word after `Bearer`."""

    is_authenticated = True

    def __init__(self, name: str) -> None:
        self.pk = name


def person(request: Any) -> Person | None:
    name = request.headers.get("Authorization", "").partition(" ")[2].strip()
    return Person(name) if name else None


@functools.cache
def set_up() -> list[Any]:
    """Django, once a process, over a database and a folder that are gone with it; its list of addresses."""
    home = Path(tempfile.mkdtemp(prefix="agentic-django-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    urls: list[Any] = []
    settings.configure(
        SECRET_KEY="only for tests",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF=type("Addresses", (), {"urlpatterns": urls}),
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django_spec_agents.contrib.store"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": home / "db.sqlite3"}},
        MEDIA_ROOT=home / "media",
        LOGGING_CONFIG=None,
        USE_TZ=True,
    )
    django.setup()
    # Not in this thread: the browser's driver has an event loop in it, where Django touches no database.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(call_command, "migrate", verbosity=0).result()
    return urls


def mounted(model: FunctionModel) -> Any:
    """The server's addresses under `/agent/`."""
    # Their modules define models, which needs Django set up.
    from django.urls import path
    from django_ag_ui import (
        AGUIServer,
        ToolGuardConfig,
        ToolRegistry,
        build_ag_ui_config,
        publish_invalidation,
        tool,
    )
    from django_spec_agents.contrib.store import default_attachment_store as attachments
    from django_spec_agents.contrib.store import default_conversation_store as conversations
    from django_spec_agents.contrib.store import default_step_store as steps

    registry = ToolRegistry()

    @tool(registry, destructive=True, confirm="Shall I book it?")
    def book(day: str) -> str:
        """Book a day."""
        publish_invalidation("bookings", reason=f"{day} was booked")
        return f"booked {day}"

    server = AGUIServer(
        registry,
        model=model,
        get_user=person,
        csrf_exempt=True,
        conversation_store=conversations.DefaultConversationStore(),
        step_store=steps.DefaultStepStore,
        attachment_store=attachments.DefaultAttachmentStore(),
        config=build_ag_ui_config(tool_guard=ToolGuardConfig(enabled=True)),
    )
    return path("agent/", server.urls)
