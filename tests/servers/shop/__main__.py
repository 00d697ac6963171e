"""Serves the shop's admin from a new database in the folder that is given, and prints its port."""

import sys
from pathlib import Path
from wsgiref.simple_server import WSGIServer, make_server

import django
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application

ROOT = Path(__file__).parents[3]
HEAD = """{% extends "admin/base.html" %}
{% block title %}{{ title }}{% endblock %}
{% block extrahead %}<link rel="icon" href="data:,"><script src="/dist/agentic.js"></script>{% endblock %}"""
APPS = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
MIDDLEWARE = (
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
)
PROCESSORS = ("template.context_processors.request", "contrib.auth.context_processors.auth",
              "contrib.messages.context_processors.messages")  # fmt: skip


class Quiet(WSGIRequestHandler):
    def log_message(self, *_words: object) -> None:
        pass


def configure(folder: Path) -> None:
    loaders = [
        ("django.template.loaders.locmem.Loader", {"admin/base_site.html": HEAD}),
        "django.template.loaders.app_directories.Loader",
    ]
    options = {"loaders": loaders, "context_processors": [f"django.{name}" for name in PROCESSORS]}
    settings.configure(
        DEBUG=True,  # Files are served by the project itself.
        SECRET_KEY="of a test on loopback",
        ALLOWED_HOSTS=["127.0.0.1"],
        ROOT_URLCONF="tests.servers.shop.urls",
        TIME_ZONE="UTC",
        STATIC_URL="/static/",
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "shop.db"}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        INSTALLED_APPS=[*(f"django.contrib.{name}" for name in APPS), "tests.servers.shop"],
        MIDDLEWARE=list(MIDDLEWARE),
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "OPTIONS": options}],
        DIST=ROOT / "dist",
    )
    django.setup()


def fill() -> None:
    from django.contrib.auth.models import User

    from tests.servers.shop.models import Customer, Order, Tag

    call_command("migrate", run_syncdb=True, verbosity=0)
    User.objects.create_superuser("ada", password="of a test")
    ada, bob = (Customer.objects.create(name=name) for name in ("Ada Stern", "Bob Marsh"))
    for name in ("Fragile", "Gift", "Heavy"):
        Tag.objects.create(name=name)
    for number, customer in (("A-1", ada), ("A-2", bob), ("A-3", bob)):
        Order.objects.create(number=number, customer=customer, shipping="standard")


def main(folder: Path) -> None:
    configure(folder)
    fill()
    server: WSGIServer = make_server(
        "127.0.0.1", 0, StaticFilesHandler(get_wsgi_application()), ThreadedWSGIServer, Quiet
    )
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
