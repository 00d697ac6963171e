"""What unit and browser tests share."""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-looks", action="store_true", help="keep the pictures of tests/data/looks anew")


@pytest.fixture(scope="session")
def streams() -> Path:
    """The folder of recorded AG-UI streams, raw bytes beside what is to come of them."""
    return Path(__file__).parent / "data" / "streams"
