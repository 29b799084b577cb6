"""Finds code that can trap in files that parse untrusted bytes; each such line needs a reason beside it.

    ./tool check-traps [FILE]...      the files that tools/checks/outside-bytes names, if none is given

A reason is a comment, `// safe: why`, on the same line or on the one above. `// safe throughout [index]: why` holds for that subscript in the
whole file. Found are: `try!`, `as!`, a forced `!`, fatalError and
precondition, conversions that trap (a narrower or unsigned integer, an integer from a floating point), subscripts that aren't those of a
dictionary, and removals that trap on an empty collection. The script judges text, not types: it tests itself on planted cases first."""

import pathlib
import re

from ..project import ROOT

REASON = re.compile(r"//\s*safe: \S")

PLAIN = [
    (re.compile(r"\btry!"), "try! traps on an error"),
    (re.compile(r"\bas!"), "as! traps on another type"),
    (re.compile(r"[\w)\]}]!(?![=\w(])|[\w)\]}]!(?=\.)|[\w)\]}]!(?=\()"), "a forced ! traps on nil"),
    (re.compile(r"\b(?:fatalError|precondition|preconditionFailure)\("), "a failed precondition ends the process"),
    (re.compile(r"\.unsafelyUnwrapped\b|\bunsafeBitCast\("), "an unchecked value"),
    (re.compile(r"\.(?:removeFirst\(|removeLast\(|remove\(at:|index\(after:|index\(before:|swapAt\()"), "traps on an empty collection or beyond its end"),
]
CONVERSION = re.compile(r"(?<![\w.])(U?Int(?:8|16|32|64)?|nfds_t|CChar|CInt)\(")
# Initialisers that don't trap.
UNTRAPPING = re.compile(r"^\s*(?:truncatingIfNeeded|exactly|clamping|bitPattern|ascii|littleEndian|bigEndian|validating)\s*:")
FLOATING = re.compile(r"\bDouble\b|\bFloat\b|TimeInterval|timeInterval|\.rounded\(|\d\.\d|\de\d")
SUBSCRIPT = re.compile(r"(?<=[\w)\]?])\[")
# Comments and strings, which may hold interpolations on one line.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|""".*?"""|(#+)"[^\n]*?"\1|"(?:\\\(([^()"\n]|\([^()\n]*\))*\)|\\.|[^"\\\n])*"', re.S)
# What stands before a bracket of a type or a literal, not of a subscript.
NOT_VALUE = {"in", "return", "case", "let", "var", "try", "await", "as", "is", "throws", "where", "some", "any", "inout"}


def bare(text: str) -> list[str]:
    """The lines of a file without comments, and with empty strings."""
    return NO_CODE.sub(lambda match: "\n" * match[0].count("\n") + ("" if match[0].startswith("/") else '""'), text).split("\n")


def argument(code: str, start: int, opening: str = "(", closing: str = ")") -> str:
    """What stands between a bracket and its partner, as far as the line goes."""
    depth = 1
    for at in range(start, len(code)):
        depth += {opening: 1, closing: -1}.get(code[at], 0)
        if depth == 0:
            return code[start:at]
    return code[start:]


class Names:
    """What the file itself says of its names."""

    def __init__(self, text: str):
        self.dictionaries = set(re.findall(r"(\w+)\??\s*(?::\s*(?:inout\s+)?|=\s*)(?:Mutex<)?\[[\w.\[\]?]+\s*:\s*[^\]]", text))
        self.dictionaries |= set(re.findall(r"(\w+)\s*=\s*(?:Mutex[^(\n]*\()?\[:\]", text))
        self.floating = set(re.findall(r"(\w+)\s*:\s*(?:Double|Float|TimeInterval)\b", text))
        self.floating |= set(re.findall(r"(?:let|var)\s+(\w+)\s*=\s*Double\(", text))
        self.floating |= set(re.findall(r"(?:flatMap|map)\(Double\.init\)|Double\((\w+)\)", text)) - {""}
        self.takes_double = "Double.init" in text
        self.extends_collection = bool(re.search(r"extension (?:String|Substring|Array|Collection|\w*Collection|\w*Sequence)\b", text))
        # Subscripts that are safe wherever they stand in the file.
        self.throughout = set(re.findall(r"//\s*safe throughout \[(.+?)\]: \S", text))


def faults(code: str, names: Names) -> list[str]:
    found = [why for pattern, why in PLAIN if pattern.search(code)]
    for match in CONVERSION.finditer(code):
        name, inner = match[1], argument(code, match.end())
        # A constant of the system, or a choice of two digits.
        if re.fullmatch(r"[A-Z][A-Z_0-9]+|.*\? \d+ : \d+", inner):
            continue
        if UNTRAPPING.match(inner) or "radix:" in inner or re.fullmatch(r"\s*-?[\d_xA-Fa-f]*\s*", inner) or re.search(r"\.count\s*$", inner):
            continue
        is_floating = bool(FLOATING.search(inner) or names.floating & set(re.findall(r"\w+", inner)) or (names.takes_double and "$0" in inner))
        if name in ("Int", "Int64"):
            if is_floating:
                found.append(f"{name}(…) of a floating point traps on a value that is too large or no number")
        elif not re.search(r"(?:\bif|\bguard|,|&&)\s*(?:case\s+)?(?:let|var)\s+\w+\s*=\s*" + name + r"\(|\?\?|flatMap", code):
            # A conditional binding shows that the initialiser gives nil instead.
            found.append(f"{name}(…) traps on a value that it cannot hold")
    throughout = names.throughout
    for match in SUBSCRIPT.finditer(code):
        before, inner = code[: match.start()], argument(code, match.end(), "[", "]").strip()
        word = re.search(r"(\w+)[?!]?$", before)
        if word and (word[1] in NOT_VALUE or re.search(r"(?:->|:|<)\s*$", before)):
            continue
        base = word[1] if word else ""
        after = code[match.end() + len(argument(code, match.end(), "[", "]")) + 1 :]
        # Behind a guard on the same line: `position < bytes.count, bytes[position]`.
        if base and re.search(r"\b" + base + r"\.(?:utf8\.)?(?:count|isEmpty)\b", before):
            continue
        # A result that is optional, or set to nil, is a dictionary's.
        if re.match(r"\s*(?:\?(?!\s)|\?\?|[!=]= nil|= nil)", after) or ("flatMap {" in before and re.match(r"\s*\}", after)):
            continue
        # A subscript of the type itself, unless it is a text's or a list's.
        if base == "self" and ".." not in inner and not names.extends_collection:
            continue
        if inner in throughout:
            continue
        # A key, the whole, a named parameter of a type, or a list of types.
        if inner in ("", "...", '""') or inner.startswith((".", '""', "keyPath:", "metadataKey:", "values:")) or (word and word[1] in names.dictionaries):
            continue
        if re.match(r"\w+ in\b|weak |\w+\]\s*\(", inner) or re.search(r"\{\s*$", before):
            continue
        found.append(f"[{inner}] traps beyond the end")
    return found


def check(text: str) -> list[tuple[int, str, str]]:
    names, above = Names(text), ""
    found: list[tuple[int, str, str]] = []
    for number, (line, code) in enumerate(zip(text.split("\n"), bare(text)), 1):
        # An attribute or a declaration of a subscript isn't a use.
        if code.strip() and not REASON.search(line) and not (above.strip().startswith("//") and REASON.search(above)) and not re.search(r"\bsubscript\(", code):
            found += [(number, line.strip(), why) for why in faults(code, names)]
        above = line
    return found


def files() -> list[pathlib.Path]:
    found: list[pathlib.Path] = []
    for line in (ROOT / "tools/checks/outside-bytes").read_text().splitlines():
        pattern = line.split("#")[0].strip()
        if not pattern:
            continue
        if pattern.startswith("!"):
            if ROOT / pattern[1:] not in found:
                raise SystemExit(f"error: tools/checks/outside-bytes leaves out {pattern[1:]}, which it doesn't name before")
            found.remove(ROOT / pattern[1:])
            continue
        matching = sorted(ROOT.glob(pattern + "/**/*.swift" if (ROOT / pattern).is_dir() else pattern))
        if not matching:
            raise SystemExit(f"error: tools/checks/outside-bytes names {pattern}, which matches no file")
        found += [path for path in matching if path not in found]
    return found


PLANTED = """
weight = quality.flatMap(Double.init).map { Int(($0 * 1000).rounded()) } ?? 1000
let byte = UInt8(number)
let small = Int32(text.value)
let seconds = Int(date.timeIntervalSince(now))
let value = try! parse(text)
let first = text.first!
let name = fields[0]
let part = bytes[start..<end]
let last = fields[fields.count - proxies].trimmed
precondition(count > 0)
fatalError("no")
let text = value as! String
text.removeFirst()
use(parts.first!.name)
let pair = split(text)[1]
let sides = "\\(name)" + parts[1]
let unsigned = UInt(difference)
// unsafe: this is no reason
let x = list[place]
guard other.count > 1, let x = list[1] else { return }
func last() -> UInt8 { list[list.endIndex - 1] }
""".strip().splitlines()
CLEAN = """
var headers: [String: String] = [:]
let type = headers["content-type"]
headers[name.lowercased()] = value
let number = Int(text)
guard let byte = UInt8(text) else { return nil }
let low = UInt8(truncatingIfNeeded: word)
let code = UInt8(ascii: "a")
let whole = text[...]
let list: [UInt8] = []
let isOther = left != right
if !isOther { return }
let tag = request.headers[.contentType]
let byte = bytes[0] // safe: the guard above demands one byte
// safe: there are two sides, since maxSplits is 1 and the count is checked
let side = sides[1]
let words = ["a", "b"]
guard sides.count == 2, sides[0] == "a" else { return nil }
while position < bytes.count, bytes[position] == 0x20 { position += 1 }
if let name = names[code]?.text { use(name) }
sessions[name] = nil
var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
let shown = "fields[0] try! x!"
for (name, value) in [("a", 1)] { use(name) }
let hex = UInt8(digits, radix: 16)
let size = Int64(text.utf8.count)
let sum = numbers.reduce(0) { [weak self] in $0 + $1 }
func read(_ names: [String], [Int]) -> [String]?
""".strip().splitlines()


def self_test() -> None:
    missed = [line for line in PLANTED if not line.startswith("//") and not check("Double.init\n// unsafe\n" + line)]
    blamed = [(line, why) for number, line, why in check("\n".join(CLEAN))]
    if missed or blamed:
        raise SystemExit("error: the check of traps is broken: it misses " + repr(missed) + " and blames " + repr(blamed))


def main(arguments: list[str]) -> int:
    self_test()
    paths = [pathlib.Path(name).resolve() for name in arguments] or files()
    count = 0
    for path in paths:
        for number, line, why in check(path.read_text()):
            count += 1
            shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
            print(f"{shown}:{number}: error: {why}: {line}")
    if count:
        print(f"{count} places can trap on bytes from outside. Rewrite them, or give the reason in a comment: // safe: …")
        return 1
    print(f"traps: {len(paths)} files that read bytes from outside have none without its reason ({len(PLANTED)} planted cases found)")
    return 0
