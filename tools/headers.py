"""Compiles BoringSSL's headers once. Parsing them takes half of the time of its 283 files, which take a fifth of a first build."""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

STANDARD = ["algorithm", "array", "atomic", "functional", "limits", "memory", "new", "optional", "string", "string_view", "tuple", "utility", "vector"]
# What SwiftPM and swift-nio-ssl's manifest compile it with. The compiler refuses headers that were compiled with other flags.
FLAGS = [
    "-O0", "-DSWIFT_PACKAGE=1", "-DDEBUG=1", "-fblocks", "-D_GNU_SOURCE", "-D_POSIX_C_SOURCE=200112L", "-D_DARWIN_C_SOURCE", "-fPIC", "-g0",
    "-fno-omit-frame-pointer", "-w", "-std=c++17",
]


def compiled_headers(scratch: pathlib.Path) -> list[str]:
    """The flags that use the compiled headers, which are made if they are missing; none where BoringSSL isn't checked out or isn't built."""
    folder = scratch / "checkouts" / "swift-nio-ssl" / "Sources" / "CNIOBoringSSL" / "include"
    swift = shutil.which("swiftc")
    if sys.platform != "linux" or not swift or not folder.is_dir():
        return []
    target = json.loads(subprocess.run([swift, "-print-target-info"], capture_output=True, text=True, check=True).stdout)
    clang = pathlib.Path(swift).resolve().with_name("clang")
    key = hashlib.sha256(str([target["compilerVersion"], str(folder), FLAGS]).encode())
    for header in sorted(folder.iterdir()):
        key.update(header.name.encode() + str(header.stat().st_mtime_ns).encode())
    path = scratch / f"boringssl-{key.hexdigest()[:12]}.pch"
    if not path.exists():
        source = path.with_suffix(f".{os.getpid()}.hpp")
        source.write_text("".join(f"#include <{name}>\n" for name in [*STANDARD, "CNIOBoringSSL.h"]), encoding="utf-8")
        made = source.with_suffix(".pch")
        command = [clang, "-target", target["target"]["unversionedTriple"], *FLAGS, "-I", folder, "-x", "c++-header", source, "-o", made]
        subprocess.run(command, check=True)
        made.rename(path)
    return ["-Xcxx", "-include-pch", "-Xcxx", str(path)]
