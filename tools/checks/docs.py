"""Builds the documentation of every library product with DocC, warnings as errors, into .build/docs/CargoKit.doccarchive.

    ./tool docs            builds the package with all traits first, where make test builds it
    ./tool docs --built    uses that build as it is

docc and the extractor of symbol graphs come with the Swift toolchain, so the package needs no documentation plug-in.
"""

import glob
import json
import os
import shutil

from ..project import BUILD, ROOT, SAME_PLAN, all_traits, options_of, output, run

PRODUCTS = ("CargoDomain", "CargoLocalization", "CargoFoundation", "CargoRouting", "CargoApplication", "CargoWire", "CargoInfrastructure", "CargoMaps", "CargoTesting",
            "CargoRemote", "CargoSQLite", "CargoPostgres", "CargoServer")
OUT = BUILD / "docs"
# The Swift modules import C modules, which the extractor finds by their maps.
MAPS = (".build/all/debug/*.build/module.modulemap", ".build/all/checkouts/*/Sources/**/module.modulemap", "Sources/**/module.modulemap")


def main(arguments: list[str]) -> int:
    if not options_of(__doc__, arguments, built=False).built:
        run("swift", "build", *all_traits(), **SAME_PLAN)
    docc = shutil.which("docc") or os.path.join(os.path.dirname(os.path.realpath(shutil.which("swift") or "swift")), "docc")
    target = json.loads(output("swift", "-print-target-info"))["target"]["unversionedTriple"]
    flags = [f"-fmodule-map-file={path}" for pattern in MAPS for path in glob.glob(pattern, root_dir=ROOT, recursive=True)]
    flags += output("pkg-config", "--cflags-only-I", "libpq").split()
    shutil.rmtree(OUT, ignore_errors=True)
    for product in PRODUCTS:
        graphs = OUT / "graphs" / product
        graphs.mkdir(parents=True)
        run("swift", "symbolgraph-extract", "-module-name", product, "-target", target, "-I", ".build/all/debug/Modules",
            *(word for flag in flags for word in ("-Xcc", flag)),
            "-minimum-access-level", "public", "-skip-synthesized-members", "-emit-extension-block-symbols", "-output-dir", graphs)
        run(docc, "convert", f"Sources/{product}/{product}.docc", "--additional-symbol-graph-dir", graphs,
            "--fallback-display-name", product, "--fallback-bundle-identifier", f"cargo-kit.{product}",
            "--output-dir", OUT / f"{product}.doccarchive", "--warnings-as-errors")
    archives = [OUT / f"{product}.doccarchive" for product in PRODUCTS]
    run(docc, "merge", *archives, "--synthesized-landing-page-name", "cargo-kit", "--output-path", OUT / "CargoKit.doccarchive")
    print(f"docs: {len(PRODUCTS)} products without a warning, in .build/docs/CargoKit.doccarchive")
    return 0
