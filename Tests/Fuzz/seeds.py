"""Seeds of the fuzz targets that read stored bytes and JSON: the stores and fixtures of spec/. Written to FOLDER/seeds/TARGET."""

import json
import pathlib
import shutil
import sys

KINDS = (("cargo", "routeSpecification"), ("voyage", "carrierMovements"), ("handling", "completionTime"), ("location", "unLocode"))
IDENTITIES = ("trackingId", "number", "voyageNumber", "unLocode")

out = pathlib.Path(sys.argv[1]) / "seeds"
count: dict[str, int] = {}
known: set[tuple[str, bytes]] = set()


def seed(target: str, data: bytes, most: int = 1000) -> None:
    if not 0 < len(data) < 4096 or count.get(target, 0) >= most or (target, data) in known:
        return
    known.add((target, data))
    folder = out / target
    if target not in count:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    count[target] = count.get(target, 0) + 1
    (folder / f"{count[target]:05d}").write_bytes(data)


def encoded(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")


def record(kind: str, value: dict) -> bytes:
    """A journal line without its checksum, as a store would hold the document."""
    document = encoded(value)
    identity = next((value[name] for name in IDENTITIES if value.get(name)), "A")
    customer = f',"cu":"{value["customerId"]}"' if isinstance(value.get("customerId"), str) else ""
    header = f'"s":0,"t":"{kind}","id":"{identity}","v":{value.get("version", 1)},"d":1{customer},"n":{len(document)},"doc":'
    return header.encode("utf-8", "surrogatepass") + document + b"}"


def walk(value: object, depth: int = 0) -> None:
    """The parts of a fixture that look like stored documents or requests, and its texts of JSON."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        seed("json", value.encode("utf-8", "surrogatepass"))
    if isinstance(value, dict):
        seed("requests", encoded(value))
        seed("wire", encoded(value))
        for kind, key in KINDS:
            if key in value:
                seed("record", record(kind, value), most=3000)
                if kind == "cargo":
                    seed("wire", encoded({"cargo": value, "facts": []}))
                    seed("wire", encoded({"items": [value]}))
                elif kind == "voyage":
                    seed("wire", encoded({"voyage": value, "facts": []}))
    if depth < 6:
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            walk(part, depth + 1)


for path in sorted(pathlib.Path("spec").rglob("*")):
    if path.suffix == ".jsonl" and path.is_file():
        for line in path.read_bytes().split(b"\n"):
            if line.startswith(b'{"~crc":"') and count.get("record", 0) < 400:
                seed("record", line[19:])
                seed("json", line)
    elif path.suffix == ".json" and path.is_file():
        try:
            walk(json.loads(path.read_bytes()))
        except ValueError:
            pass
        seed("json", path.read_bytes())
print("seeds from spec/: " + ", ".join(f"{number} of {target}" for target, number in sorted(count.items())), file=sys.stderr)
