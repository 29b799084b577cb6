"""Finds the function, accessor or initial value that a place in a Swift or Kotlin file belongs to.

No parser: comments and literals are blanked out, brackets are matched, and declarations are told by their keywords. That is enough for sources that
a formatter keeps in order; what it cannot place it refuses.
"""

import re

SWIFT_CALLABLE = re.compile(r"\b(?:func\s+(?:[<>=!]+|[^\s(<]+)|init[?!]?|subscript)\s*(?:<[^>{}]*>)?\s*(?=\()")
SWIFT_ACCESSOR = re.compile(r"\bvar\s+\w+\s*:[^={}\n]*(?=\{)")
SWIFT_VALUE = re.compile(r"\b(?:let|var)\s+\w+(?:\s*:[^={}\n]*)?\s=\s")
KOTLIN_CALLABLE = re.compile(r"\bfun\s+(?:<[^>{}]*>\s*)?[^\s(]+?\s*(?=\()")
KOTLIN_ACCESSOR = re.compile(r"\bget\(\)\s*(?::[^={}\n]*)?(?:=\s|(?=\{))")
KOTLIN_INIT = re.compile(r"\binit\s*(?=\{)")
KOTLIN_VALUE = re.compile(r"\b(?:val|var)\s+[\w.<>]+(?:\s*:[^=\n]*?)?\s(?:=|by)\s")
CLOSING = {"(": ")", "[": "]", "{": "}"}


def blanked(text, is_kotlin):
    """The text with comments as blanks and literals as a word without meaning, line ends kept, so that places stay the same."""
    out, at = list(text), 0

    def blank(start, end, mark):
        for place in range(start, end):
            if out[place] != "\n":
                out[place] = mark

    while at < len(text):
        if text.startswith("//", at):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", at):
            end = text.index("*/", at) + 2
        elif text[at] == '"' or (text[at] == "#" and text.startswith('#"', at)):
            end = _end_of_text(text, at, is_kotlin)
        elif is_kotlin and text[at] == "'":
            end = text.index("'", at + (3 if text[at + 1] == "\\" else 2)) + 1
        else:
            at += 1
            continue
        blank(at, end, " " if text[at] == "/" else "_")
        at = end
    return "".join(out)


def _end_of_text(text, at, is_kotlin):
    if text[at] == "#":
        return text.index('"#', at + 2) + 2
    if text.startswith('"""', at):
        return text.index('"""', at + 3) + 3
    opening = "${" if is_kotlin else "\\("
    at += 1
    while text[at] != '"':
        if text.startswith(opening, at):
            depth, at = 1, at + 2
            while depth:
                if text[at] == '"':
                    at = _end_of_text(text, at, is_kotlin)
                    continue
                depth += {opening[1]: 1, CLOSING[opening[1]]: -1}.get(text[at], 0)
                at += 1
        else:
            at += 2 if text[at] == "\\" else 1
    return at + 1


def closing(code, at):
    """The place of the bracket that closes the one at a place."""
    depth = 0
    for place in range(at, len(code)):
        if code[place] in "([{":
            depth += 1
        elif code[place] in ")]}":
            depth -= 1
            if depth == 0:
                return place
    raise ValueError("brackets do not match")


def end_of_value(code, at, declared):
    """Where an expression ends that begins at a place: at the end of a line that closes all brackets and is not carried on by the next one."""
    depth = 0
    for place in range(at, len(code)):
        if code[place] in "([{":
            depth += 1
        elif code[place] in ")]}":
            if depth == 0:
                return place
            depth -= 1
        elif code[place] == "\n" and depth == 0 and code[at:place].strip():
            first = code[code.rfind("\n", 0, declared) + 1:at]
            following = re.match(r"(\s*\n)*([ ]*)(\S{0,2})", code[place:])
            assert following  # it matches anything
            indent = len(first) - len(first.lstrip())
            is_operator = code[at:place].rstrip()[-1:] in "&|+-*=:,?"
            if not is_operator and (len(following[2]) <= indent or not following[3]) and not re.match(r"\s*else\b", code[place:]):
                return place
    return len(code)


def regions(text, is_kotlin):
    """The outermost bodies and values, as (kind, start, end): `body` without its braces, or `value`."""
    code = blanked(text, is_kotlin)
    found = []

    def body(at):
        found.append(("body", at + 1, closing(code, at)))

    def value(at, declared):
        found.append(("value", at, end_of_value(code, at, declared)))

    def after_parameters(at):
        """The place after a signature's parameters, result and clauses, at `{` or `=`; None where there is no body."""
        at = closing(code, at) + 1
        pattern = r"[^{}=\n]*(?:\n\s*(?:where|->|async|throws|:)[^{}=\n]*)*([{=])"
        match = re.compile(pattern).match(code, at)
        return match.end(1) - 1 if match else None

    for pattern in (KOTLIN_CALLABLE,) if is_kotlin else (SWIFT_CALLABLE,):
        for match in pattern.finditer(code):
            at = after_parameters(match.end())
            if at is not None:
                body(at) if code[at] == "{" else value(at + 1, at)
    for pattern in (KOTLIN_ACCESSOR, KOTLIN_INIT) if is_kotlin else (SWIFT_ACCESSOR,):
        for match in pattern.finditer(code):
            at = match.end()
            body(at) if code[at] == "{" else value(at, match.start())
    for match in (KOTLIN_VALUE if is_kotlin else SWIFT_VALUE).finditer(code):
        if _parentheses(code, match.start()) == 0:
            value(match.end(), match.start())
    found.sort(key=lambda region: (region[1], -region[2]))
    outermost, end = [], -1
    for region in found:
        if region[1] >= end:
            outermost.append(region)
            end = region[2]
    return outermost


def _parentheses(code, at):
    """How many round brackets are open at a place; parameters with default values are no values of their own."""
    return code.count("(", 0, at) - code.count(")", 0, at)
