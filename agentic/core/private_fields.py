"""Which fields hold what no agent may read: passwords, one-time codes, payment; told by what the page says of them."""

import re
from functools import lru_cache

AUTOCOMPLETE = frozenset(("current-password", "new-password", "one-time-code"))
TYPES = frozenset(("password", "hidden"))
# Pages often leave autocomplete out. A whole word of the name, the id or the label counts, in the forms they come in.
WORDS = re.compile(
    r"(?<![a-z])("
    r"pass(word|code|phrase|wd)?|pwd|passwort|kennwort|contraseña|mot de passe|senha|wachtwoord|lösenord|hasło|пароль"
    r"|otp|totp|2fa|mfa|tan|pin( ?code)?|cvc2?|cvv2?|csc|security code|sicherheitscode|one[- ]time (pass)?code"
    r"|verification code|einmalcode|bestätigungscode|card ?(number|no|num)|cc ?(number|num|no|exp|csc|cvc)"
    r"|credit ?card( number)?|kartennummer|kreditkarten?nummer|numéro de carte|iban|ssn|social security( number)?"
    r"|api ?key|secret( key)?|access ?token|private key"
    r")(?![a-z])"
)
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
APART = re.compile(r"[\W_]+")


def is_private(kind: str, autocomplete: str, *names: str) -> bool:
    """Whether a field's value is never read: by its type, its autocomplete, or by what it is called."""
    tokens = autocomplete.lower().split()
    if kind in TYPES or AUTOCOMPLETE.intersection(tokens) or any(token.startswith("cc-") for token in tokens):
        return True
    return any(_says_so(name) for name in names if name)


@lru_cache(maxsize=1000)
def _says_so(name: str) -> bool:
    """Whether a name says so; every look at a page asks it of the same names again."""
    return WORDS.search(_spoken(name)) is not None


def _spoken(name: str) -> str:
    """`cardNumber`, `card_number` and `card-number` as the words they are made of."""
    return APART.sub(" ", CAMEL.sub(" ", name)).lower()
