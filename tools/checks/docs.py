"""Builds the documentation of every library product with DocC, warnings as errors, into .build/docs/CargoKit.doccarchive.

    ./tool docs            builds the kit and the service first, where make test builds them
    ./tool docs --built    uses those builds as they are

docc and the extractor of symbol graphs come with the Swift toolchain, so the packages need no documentation plug-in.
"""

import json
import os
import pathlib
import re
import shutil
from collections.abc import Iterator

from .. import inputs
from ..project import ALL, BUILD, ROOT, SAME_PLAN, SERVICE, SERVICE_ALL, options_of, output, run, service_build, shared_build

OUT = BUILD / "docs"


def libraries() -> dict[str, pathlib.Path]:
    """The library products of the kit and of the service, each with its package's folder."""
    return {product["name"]: package for package in (ROOT, SERVICE)
            for product in inputs.manifest(package)["products"] if "library" in product["type"]}


def module_maps(scratch: pathlib.Path) -> Iterator[str]:
    """The flags that let the compiler find the C modules of a build."""
    seen = set()
    for path in sorted([*ROOT.glob("Sources/**/module.modulemap"), *SERVICE.glob("Sources/**/module.modulemap"), *scratch.glob("checkouts/*/Sources/**/module.modulemap"), *scratch.glob("debug/*.build/module.modulemap")]):
        found = re.search(r"module\s+\"?([\w.]+)", path.read_text())
        if found and found[1] not in seen:
            seen.add(found[1])
            yield from ("-Xcc", f"-fmodule-map-file={path}", "-Xcc", f"-I{path.parent}")
    yield from ("-Xcc", f"-I{output('pg_config', '--includedir').strip()}")


def extract_symbols(product: str, folder: pathlib.Path, *more: str) -> None:
    """Writes the symbol graphs of a product's public declarations, from the build of the service, which has every trait, if it has the product."""
    scratch = SERVICE_ALL if (SERVICE_ALL / f"debug/Modules/{product}.swiftmodule").exists() else ALL
    folder.mkdir(parents=True, exist_ok=True)
    target = json.loads(output("swift", "-print-target-info"))["target"]["unversionedTriple"]
    run("swift", "symbolgraph-extract", "-module-name", product, "-target", target, "-I", scratch / "debug" / "Modules", "-minimum-access-level", "public",
        "-skip-synthesized-members", "-output-dir", folder, *more, *module_maps(scratch))


def main(arguments: list[str]) -> int:
    if not options_of(__doc__, arguments, built=False).built:
        for flags in (shared_build(), service_build()):
            run("swift", "build", *flags, **SAME_PLAN)
    docc = shutil.which("docc") or os.path.join(os.path.dirname(os.path.realpath(shutil.which("swift") or "swift")), "docc")
    products = libraries()
    shutil.rmtree(OUT, ignore_errors=True)
    for product, package in products.items():
        graphs = OUT / "graphs" / product
        extract_symbols(product, graphs, "-emit-extension-block-symbols")
        run(docc, "convert", package / f"Sources/{product}/{product}.docc", "--additional-symbol-graph-dir", graphs,
            "--fallback-display-name", product, "--fallback-bundle-identifier", f"cargo-kit.{product}",
            "--output-dir", OUT / f"{product}.doccarchive", "--warnings-as-errors")
    archives = [OUT / f"{product}.doccarchive" for product in products]
    run(docc, "merge", *archives, "--synthesized-landing-page-name", "cargo-kit", "--output-path", OUT / "CargoKit.doccarchive")
    print(f"docs: {len(products)} products without a warning, in .build/docs/CargoKit.doccarchive")
    return 0
