"""Which fields are never read: by type, by autocomplete, and by what they are called."""

import pytest

from agentic.core.private_fields import is_private


@pytest.mark.parametrize("kind", ["password", "hidden"])
def test_by_its_type(kind: str) -> None:
    assert is_private(kind, "")


@pytest.mark.parametrize(
    "autocomplete",
    ["current-password", "new-password", "one-time-code", "cc-number", "cc-csc", "CC-EXP", "section-a billing cc-name"],
)
def test_by_its_autocomplete(autocomplete: str) -> None:
    assert is_private("text", autocomplete)


NAMES = (
    *("password", "Passwort", "userPassword", "new_password", "OTP", "one-time code", "cvc", "CVV2", "Security code"),
    *(
        "cardNumber",
        "card-number",
        "Card no",
        "ccnum",
        "PIN",
        "pin-code",
        "IBAN",
        "ssn",
        "apiKey",
        "secret_key",
        "пароль",
    ),
)
OTHERS = ("City", "Pinboard", "Company", "Passenger", "Compass", "Spinach", "Cardboard", "Token ring", "Secretary")


@pytest.mark.parametrize("name", NAMES)
def test_by_what_it_is_called(name: str) -> None:
    assert is_private("text", "", name)


@pytest.mark.parametrize("name", OTHERS)
def test_a_word_that_only_begins_alike_is_none(name: str) -> None:
    assert not is_private("text", "street-address", name)
