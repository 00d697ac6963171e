"""What is wrong with a model's server, in words that say what to do about it."""

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import SplitResult, urlsplit

from agentic.errors import ProviderError
from agentic.protocol.ending import what_it_says

LONGEST_QUOTE = 300

LOCAL_HOST = re.compile(r"localhost|.*\.localhost|127\..*|\[?::1\]?|0\.0\.0\.0")
NEAR_HOST = re.compile(r"10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|[^.]+|.*\.local")

OLLAMA = "for Ollama, set OLLAMA_ORIGINS={origin} in its environment and start it again"
LM_STUDIO = "in LM Studio, switch on Enable CORS in the server's settings"
OTHER = "for vLLM, start it with --allowed-origins '[\"{origin}\"]'"
BY_PORT: Mapping[int, tuple[str, ...]] = MappingProxyType({11434: (OLLAMA,), 1234: (LM_STUDIO,), 8000: (OTHER,)})

FROM_A_FILE = "This page was opened from a file, which servers do not trust: serve it, as python -m http.server does."

TOO_LONG = re.compile(
    r"context.?(length|window|size)|maximum (context|prompt)|prompt is too long|too many (input )?tokens"
    r"|input (length|is too long)|reduce the length|exceeds? the (available|model).{0,20}(context|token)",
    re.IGNORECASE,
)
NO_SUCH_MODEL = re.compile(r"\bmodel\b", re.IGNORECASE)
NO_MONEY = re.compile(r"insufficient_quota|quota|billing|credit|balance", re.IGNORECASE)
WORD_OF_CODE: Mapping[str, int] = MappingProxyType(
    {
        "invalid_api_key": 401,
        "authentication_error": 401,
        "permission_error": 403,
        "model_not_found": 404,
        "not_found_error": 404,
        "rate_limit_exceeded": 429,
        "rate_limit_error": 429,
        "insufficient_quota": 429,
        "overloaded_error": 529,
        "server_error": 500,
        "api_error": 500,
    }
)


def refused(
    status: int, body: str, *, url: str, model: str = "", has_key: bool = False, wait: str = ""
) -> ProviderError:
    """The error of an answer that is no success. `wait` is its `retry-after`."""
    said = what_it_says(body)
    quote = _quote(said)
    host = _place(url)
    if TOO_LONG.search(body) and status in (400, 413, 422, 500):
        sentence = "The conversation is too long for this model: begin a new chat, or use a model that reads more."
    elif status == 401:
        has = "did not accept the API key" if has_key else "wants an API key"
        sentence = f"{host} {has}."
    elif status == 403:
        sentence = f"{host} does not allow this: to this key, to this model, or to pages of this origin."
    elif status == 404 and model and NO_SUCH_MODEL.search(said):
        sentence = f"{host} has no model {model!r}."
    elif status == 404:
        sentence = f"There is nothing at {url}: check the address; for most servers of models it ends in /v1."
    elif status == 429:
        sentence = f"{host} {_refuses_more(body)}{_when(wait)}."
    elif status >= 500:
        sentence = f"{host} has a problem of its own (HTTP {status}); try again in a moment{_when(wait)}."
    else:
        sentence = f"{host} did not accept the request (HTTP {status})."
    return ProviderError(f"{sentence}{quote}", str(status))


def told(error: Any, *, url: str, model: str = "", has_key: bool = False) -> ProviderError:
    """The error that a server reports inside an answer, be it an object or a text."""
    members = error if isinstance(error, Mapping) else {"message": error}
    text = json.dumps(error, ensure_ascii=False, default=str)
    codes = [members.get(name) for name in ("code", "type", "status", "status_code")]
    status = next((found for code in codes if (found := _status(code))), 0)
    if TOO_LONG.search(text):
        status = 400
    if status:
        return refused(status, text, url=url, model=model, has_key=has_key)
    said = what_it_says(text) or text
    return ProviderError(f"{_place(url)} broke the answer off.{_quote(said)}", _code(codes))


def is_address(url: str) -> bool:
    """Whether a request can be sent there: a web address, or a path of the page's own host."""
    parts = _parts(url)
    return url.startswith(("/", "./", "../")) or (parts.scheme in ("http", "https") and bool(parts.hostname))


def unreachable(url: str, origin: str) -> ProviderError:
    """Why no answer came at all. A browser does not tell, so the likely reasons are."""
    parts = _parts(url)
    page = _parts(origin)
    if not is_address(url):
        sentence = f"{url!r} is no address of a server: it begins with http:// or https://."
    elif page.scheme == "https" and parts.scheme == "http" and not _is_local(parts):
        sentence = (
            f"This page is https, so the browser does not let it talk to {parts.netloc} over http. "
            "Give the server an https address, or open this page over http."
        )
    elif parts.hostname and (_is_local(parts) or _is_near(parts)):
        sentence = f"No answer from {parts.netloc}. Is the server running?{_how_to_allow(parts, page, origin)}"
    else:
        reasons = "there is no network, or the address is wrong"
        if origin:
            reasons += f", or the server does not allow requests from pages of {origin} (CORS)"
        sentence = f"No answer from {_place(url)}: {reasons}."
    return ProviderError(sentence, "unreachable")


def not_a_model(media_type: str, url: str) -> ProviderError:
    """The error of a success that is something else, such as a web page."""
    what = "a web page" if "html" in media_type else f"something else ({media_type or 'of no type'})"
    return ProviderError(
        f"{_place(url)} answered with {what} and not as a model does: check the address.", "not-a-model"
    )


def _how_to_allow(parts: SplitResult, page: SplitResult, origin: str) -> str:
    if not origin or (page.scheme, page.netloc) == (parts.scheme, parts.netloc):
        return ""
    if origin == "null":
        return f" {FROM_A_FILE}"
    ways = BY_PORT.get(parts.port or 0, (OLLAMA, LM_STUDIO, OTHER))
    how = "; ".join(ways).format(origin=origin)
    is_public = not (_is_local(page) or _is_near(page))
    network = " The browser may also ask whether this page may reach your network: allow it." if is_public else ""
    return f" If it is, it may not allow pages of {origin}: {how}.{network}"


def _parts(url: str) -> SplitResult:
    """The parts of an address; all of them empty where it is typed wrongly, such as `http://localhost:abc`."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # which is read only when it is asked for
    except ValueError:
        return urlsplit("")
    return parts


def _place(url: str) -> str:
    return _parts(url).netloc or url


def _is_local(parts: SplitResult) -> bool:
    return bool(LOCAL_HOST.fullmatch(parts.hostname or ""))


def _is_near(parts: SplitResult) -> bool:
    return bool(NEAR_HOST.fullmatch(parts.hostname or ""))


def _refuses_more(body: str) -> str:
    if NO_MONEY.search(body):
        return "says that the quota is used up"
    return "gets too many requests"


def _when(wait: str) -> str:
    if not wait:
        return ""
    return f"; try again in {wait} s" if wait.isdecimal() else f"; try again after {wait}"


def _quote(said: str) -> str:
    said = " ".join(said.split())
    shown = said if len(said) <= LONGEST_QUOTE else f"{said[:LONGEST_QUOTE]}…"
    return f" It says: {shown}" if shown else ""


def _status(code: Any) -> int:
    if isinstance(code, int) and not isinstance(code, bool):
        return code if 400 <= code < 600 else 0
    if isinstance(code, str):
        return int(code) if code.isdecimal() and 400 <= int(code) < 600 else WORD_OF_CODE.get(code, 0)
    return 0


def _code(codes: list[Any]) -> str | None:
    return next((code for code in codes if isinstance(code, str) and code), None)
