"""Builds the documentation of every library product with DocC, warnings as errors, into .build/docs/CargoKit.doccarchive.

    ./tool docs            builds the package with all traits first, where make test builds it
    ./tool docs --built    uses that build as it is

docc and the extractor of symbol graphs come with the Swift toolchain, so the package needs no documentation plug-in.
"""

import json
import os
import pathlib
import re
import shutil
from collections.abc import Iterator

from ..project import ALL, BUILD, ROOT, SAME_PLAN, all_traits, options_of, output, run

OUT = BUILD / "docs"


def libraries() -> list[str]:
    """The library products of the package."""
    return [product["name"] for product in json.loads(output("swift", "package", "dump-package"))["products"] if "library" in product["type"]]


def module_maps() -> Iterator[str]:
    """The flags that let the compiler find the C modules of a build."""
    seen = set()
    for path in sorted([*ROOT.glob("Sources/**/module.modulemap"), *ALL.glob("checkouts/*/Sources/**/module.modulemap"), *ALL.glob("debug/*.build/module.modulemap")]):
        found = re.search(r"module\s+\"?([\w.]+)", path.read_text())
        if found and found[1] not in seen:
            seen.add(found[1])
            yield from ("-Xcc", f"-fmodule-map-file={path}", "-Xcc", f"-I{path.parent}")
    yield from ("-Xcc", f"-I{output('pg_config', '--includedir').strip()}")


def extract_symbols(product: str, folder: pathlib.Path, *more: str) -> None:
    """Writes the symbol graphs of a product's public declarations."""
    folder.mkdir(parents=True, exist_ok=True)
    target = json.loads(output("swift", "-print-target-info"))["target"]["unversionedTriple"]
    run("swift", "symbolgraph-extract", "-module-name", product, "-target", target, "-I", ALL / "debug" / "Modules", "-minimum-access-level", "public",
        "-skip-synthesized-members", "-output-dir", folder, *more, *module_maps())


def main(arguments: list[str]) -> int:
    if not options_of(__doc__, arguments, built=False).built:
        run("swift", "build", *all_traits(), **SAME_PLAN)
    docc = shutil.which("docc") or os.path.join(os.path.dirname(os.path.realpath(shutil.which("swift") or "swift")), "docc")
    products = libraries()
    shutil.rmtree(OUT, ignore_errors=True)
    for product in products:
        graphs = OUT / "graphs" / product
        extract_symbols(product, graphs, "-emit-extension-block-symbols")
        run(docc, "convert", f"Sources/{product}/{product}.docc", "--additional-symbol-graph-dir", graphs,
            "--fallback-display-name", product, "--fallback-bundle-identifier", f"cargo-kit.{product}",
            "--output-dir", OUT / f"{product}.doccarchive", "--warnings-as-errors")
    archives = [OUT / f"{product}.doccarchive" for product in products]
    run(docc, "merge", *archives, "--synthesized-landing-page-name", "cargo-kit", "--output-path", OUT / "CargoKit.doccarchive")
    print(f"docs: {len(products)} products without a warning, in .build/docs/CargoKit.doccarchive")
    return 0
