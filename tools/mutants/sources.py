"""Parses Swift and Kotlin with tree-sitter and finds functions by name, in whatever file they are.

A function here is anything with code of its own: a function, an initialiser, a subscript, a property with a value or an accessor, a Kotlin init block.
Its name is that of the types around it and its own, such as `Delivery.derive`. Two functions that share a name are told apart by their labels
(`Delivery.derive(from:itinerary:)`) and by their module or package (`CargoWire.Decimal.text`, `cargo.domain.shared.isText`); nested functions belong
to the function around them.
"""

import dataclasses
import functools
import pathlib
import re
from collections.abc import Iterator

import tree_sitter
import tree_sitter_kotlin
import tree_sitter_swift

Node = tree_sitter.Node

TYPES = {"class_declaration", "protocol_declaration", "object_declaration", "companion_object"}
FUNCTIONS = {"function_declaration", "init_declaration", "subscript_declaration", "secondary_constructor", "anonymous_initializer"}
COMMENTS = {"comment", "multiline_comment", "line_comment", "block_comment"}
# What comes before the name of a Kotlin extension.
RECEIVERS = {"user_type", "nullable_type", "function_type", "parenthesized_type"}


@dataclasses.dataclass(frozen=True)
class Region:
    """Code that can be copied and put behind a switch: the inside of a body's braces, or an expression."""

    kind: str  # `body` or `value`
    start: int
    end: int


@dataclasses.dataclass(frozen=True)
class Function:
    path: pathlib.Path
    module: str
    name: str
    labels: tuple[str, ...] | None  # None for what takes no parameters, such as a property
    source: bytes
    node: Node
    regions: tuple[Region, ...]

    def names(self) -> list[str]:
        """The names it answers to, shortest first."""
        full = self.name if self.labels is None else f"{self.name}({''.join(label + ':' for label in self.labels)})"
        return list(dict.fromkeys([self.name, full, f"{self.module}.{self.name}", f"{self.module}.{full}"]))

    @functools.cached_property
    def tokens(self) -> list[Node]:
        return list(leaves(self.node))

    @functools.cached_property
    def texts(self) -> list[str]:
        """What the tokens say, without spaces."""
        return ["".join(self.source[token.start_byte:token.end_byte].decode().split()) for token in self.tokens]


@functools.cache
def _parser(is_kotlin: bool) -> tree_sitter.Parser:
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_kotlin.language() if is_kotlin else tree_sitter_swift.language()))


def leaves(node: Node) -> Iterator[Node]:
    """The tokens below a node, without comments."""
    if node.type in COMMENTS:
        return
    if node.child_count == 0:
        if node.end_byte > node.start_byte:
            yield node
        return
    for child in node.children:
        yield from leaves(child)


def functions(path: pathlib.Path, text: bytes) -> list[Function]:
    """The functions of a file."""
    is_kotlin = path.suffix == ".kt"
    # The grammar takes a call of a function `open` for a modifier.
    root = _parser(is_kotlin).parse(re.sub(rb"\bopen\(", b"opeN(", text) if is_kotlin else text).root_node
    header = next((child for child in root.children if child.type == "package_header"), None)
    if is_kotlin:
        module = _text(header).removeprefix("package").strip() if header else ""
    else:
        parts = path.parts
        module = parts[parts.index("Sources") + 1] if "Sources" in parts[:-2] else path.parent.name
    return [Function(path, module, ".".join([*types, name]), labels, text, node, tuple(found))
            for types, name, labels, node, found in _declarations(root, (), is_kotlin) if found]


_Declaration = tuple[tuple[str, ...], str, "tuple[str, ...] | None", Node, list[Region]]


def _declarations(node: Node, types: tuple[str, ...], is_kotlin: bool) -> Iterator[_Declaration]:
    for child in node.children:
        if child.type in TYPES:
            name = child.child_by_field_name("name")
            # Members of a companion are named like members of its type.
            inner = types if name is None else (*types, _bare(name))
            yield from _declarations(child, inner, is_kotlin)
        elif child.type in FUNCTIONS:
            yield _function(child, types, is_kotlin)
        elif child.type == "property_declaration":
            yield _property(child, types, is_kotlin)
        elif child.child_count:
            yield from _declarations(child, types, is_kotlin)


def _function(node: Node, types: tuple[str, ...], is_kotlin: bool) -> _Declaration:
    names = {"subscript_declaration": "subscript", "anonymous_initializer": "init", "secondary_constructor": "constructor"}
    name = names.get(node.type) or _text(node.child_by_field_name("name"))
    labels, found = [], []
    lists = [node, *(child for child in node.children if child.type == "function_value_parameters")]
    for child in (child for parent in lists for child in parent.children):
        if child.type == "parameter":
            labels.append(_text(next(part for part in child.children if part.is_named)))
            default = child.child_by_field_name("default_value")
            if default:
                found.append(_value(default))
        elif child.type == "=":  # a default value stands beside its parameter
            default = child.next_named_sibling
            if default:
                found.append(_value(default))
        elif child.type in {"function_body", "computed_property", "block"}:
            found += _bodies(child)
    receiver = _receiver(node) if is_kotlin else ()
    return (*types, *receiver), name, tuple(labels) if node.type != "anonymous_initializer" else None, node, _distinct(found)


def _property(node: Node, types: tuple[str, ...], is_kotlin: bool) -> _Declaration:
    variable = next((child for child in node.children if child.type in {"variable_declaration", "pattern"}), node)
    name = next((leaf for leaf in leaves(variable) if leaf.is_named), node)
    found: list[Region] = []
    for child in node.children:
        if child.type in {"computed_property", "getter", "setter"}:
            found += _bodies(child)
        elif child.type == "property_delegate":
            found.append(Region("value", child.children[0].end_byte, child.end_byte))
        elif child.type == "=" and child.next_named_sibling:
            found.append(_value(child.next_named_sibling))
    # Accessors may stand beside their property, on a line of their own.
    after = node.next_named_sibling
    while is_kotlin and after is not None and after.type in {"getter", "setter"}:
        found += _bodies(after)
        after = after.next_named_sibling
    receiver = _receiver(node) if is_kotlin else ()
    return (*types, *receiver), _text(name), None, node, _distinct(found)


def _bodies(node: Node) -> list[Region]:
    """The code of a body, an accessor, or a property with accessors."""
    accessors = [child for child in node.children if child.type in {"computed_getter", "computed_setter", "computed_modify"}]
    if accessors:
        return [region for accessor in accessors for region in _bodies(accessor)]
    for child in node.children:
        if child.type == "{":
            return [Region("body", child.end_byte, node.children[-1].start_byte)]
        if child.type == "=":
            return [Region("value", child.end_byte, node.end_byte)]
        if child.type in {"block", "function_body"}:
            return _bodies(child)
    return []


def _value(node: Node) -> Region:
    return Region("value", node.start_byte, node.end_byte)


def _distinct(found: list[Region]) -> list[Region]:
    return sorted(dict.fromkeys(found), key=lambda region: region.start)


def _receiver(node: Node) -> tuple[str, ...]:
    """The type that a Kotlin function or property extends."""
    dot = next((child for child in node.children if child.type == "."), None)
    before = dot.prev_named_sibling if dot else None
    return (_bare(before),) if before is not None and before.type in RECEIVERS else ()


def _bare(node: Node) -> str:
    """A type's name without its generic arguments."""
    return _text(node).split("<")[0].split("?")[0]


def _text(node: Node | None) -> str:
    return "" if node is None or node.text is None else node.text.decode()
