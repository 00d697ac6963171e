"""One name in two spellings: snake_case in Python, camelCase in JavaScript and in JSON."""


def camel(name: str) -> str:
    """`fill_field` as `fillField`."""
    head, *rest = name.split("_")
    return head + "".join(map(str.capitalize, rest))
