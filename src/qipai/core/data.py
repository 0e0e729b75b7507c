"""Plain JSON values, and the checks that narrow them: ValueError when a value is of another kind."""

from __future__ import annotations

from qipai.core.text import Text

Json = dict[str, object]

WIDEST = 1 << 62  # what the kernel's integers hold
DEEPEST = 60  # lists and objects inside each other; nothing that we read has more than ten
LONGEST = 60  # length of a value that a message repeats
MOST = 5_000_000  # values in one piece of data
FEW = 6  # items of a list that a message repeats


def fields_of(thing: object) -> Json:
    """All attributes of an object, for copies and pickles; compiled objects have no `__dict__`."""
    fields = thing.__getstate__()
    assert isinstance(fields, dict)
    return fields


def as_object(value: object) -> Json:
    if not isinstance(value, dict):
        raise ValueError("an object is missing")
    return value


def as_list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError("a list is missing")
    return value


def as_int(value: object, low: int = -WIDEST, high: int = WIDEST) -> int:
    """An integer in low..high, and not a bool."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{brief(value)} is no number from {low} to {high}")
    return value


def in_range(value: object, low: int, high: int) -> bool:
    """Whether this is an integer in low..high; true and 1.0 are none.

    Ask it before `isinstance(value, int)`: compiled code takes true for 1 from there on.
    """
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def flaw(value: object, most: int = MOST) -> Text | None:
    """What makes a value unfit for reading, wherever it is inside: None for JSON of sensible size.

    Without recursion: a list nested 100,000 deep must not exhaust the stack, neither here nor in what reads it later.
    """
    layer: list[object] = [value]
    depth = 0
    seen = 0
    while layer:
        seen += len(layer)
        deeper: list[object] = []
        for item in layer:
            if isinstance(item, str):
                if len(item) > most:
                    return Text("a text is too long", "有一段文本太长")
                if not item.isascii() and not whole(item):
                    return Text("a text holds half a character", "文本里有不完整的字符")
            elif item is None or isinstance(item, bool):
                continue
            elif isinstance(item, int):
                if not -WIDEST <= item <= WIDEST:
                    return Text("a number is too large", "有一个数太大")
            elif isinstance(item, float):
                if item != item or item in (float("inf"), float("-inf")):
                    return Text("a number is not finite", "有一个数不是有限的数")
            elif isinstance(item, dict):
                if seen + len(deeper) + len(item) > most:
                    return Text("it has too many parts", "数据太多")
                for key in item:
                    if not isinstance(key, str):
                        return Text("a key is not a text", "有一个键不是文本")
                    if not key.isascii() and not whole(key):
                        return Text("a text holds half a character", "文本里有不完整的字符")
                deeper.extend(item.values())
            elif isinstance(item, list):
                if seen + len(deeper) + len(item) > most:
                    return Text("it has too many parts", "数据太多")
                deeper.extend(item)
            else:
                name = type(item).__name__
                return Text(f"a value of type {name} is not JSON", f"类型 {name} 的值不是 JSON")
        layer = deeper
        depth += 1
        if depth > DEEPEST:
            return Text("nested too deeply", "嵌套太深")
    return None


def whole(text: str) -> bool:
    """False for a text with half a character (a lone surrogate), which no file or socket can carry."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def brief(value: object) -> str:
    """A value as a message may repeat it, whatever it is: short, printable, and without recursion."""
    if isinstance(value, list):
        items = [brief_item(item) for item in value[:FEW]]
        return f"[{', '.join([*items, '…'] if len(value) > FEW else items)}]"
    if isinstance(value, dict):
        items = []
        for key in value:
            if len(items) == FEW:
                items.append("…")
                break
            items.append(f"{brief_item(key)}: {brief_item(value[key])}")
        return "{" + ", ".join(items) + "}"
    return brief_item(value)


def brief_item(value: object) -> str:
    if isinstance(value, str):
        return repr(value) if len(value) <= LONGEST else f"{value[:LONGEST]!r}…"
    if isinstance(value, list):
        return "[…]" if value else "[]"
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    if isinstance(value, int) and not -WIDEST <= value <= WIDEST:
        return f"{'-' if value < 0 else ''}2^{value.bit_length() - 1}…"  # Python refuses to write thousands of digits
    if value is None or isinstance(value, (bool, int, float)):
        return repr(value)
    return type(value).__name__


def tellable(value: object) -> object:
    """A value for the details of a refusal: itself if it is a small number or a short text, else in brief."""
    if value is None or isinstance(value, bool) or in_range(value, -WIDEST, WIDEST):
        return value
    if isinstance(value, str) and len(value) <= LONGEST and whole(value):
        return value
    return brief(value)


def same_json(a: object, b: object) -> bool:
    """Equal, types included: 1, 1.0 and true are equal in Python, but not the same JSON. `flaw` has been asked before."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict) and isinstance(b, dict):
        if len(a) != len(b):
            return False
        return all(not (key not in b or not same_json(value, b[key])) for key, value in a.items())
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            return False
        return all(same_json(a[at], b[at]) for at in range(len(a)))
    return a == b


def difference(a: object, b: object) -> str:
    """Where two JSON values first differ: a path such as `public.players[1].seat`; empty if they are the same."""
    path = ""
    while True:
        step = differing_part(a, b)
        if step is None:
            return path.removeprefix(".")
        if isinstance(step, int) and isinstance(a, list) and isinstance(b, list):
            path += f"[{step}]"
            a, b = a[step], b[step]
        elif isinstance(step, str) and isinstance(a, dict) and isinstance(b, dict):
            path += f".{step}" if len(step) <= LONGEST and step.isprintable() else ".…"
            if step not in a or step not in b:
                return path.removeprefix(".")
            a, b = a[step], b[step]


def differing_part(a: object, b: object) -> int | str | None:
    """The key or index of the first part that differs; None if the values differ as a whole, or not at all."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in [*a, *b]:
            if key not in a or key not in b or not same_json(a[key], b[key]):
                return str(key)
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for at in range(len(a)):
            if not same_json(a[at], b[at]):
                return at
    return None
