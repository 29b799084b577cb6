// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "cargo-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "cargo-kit", path: "..", traits: []),
        // Only needed here: the peer of the JSON-file store.
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "CargoBenchmarks",
            dependencies: [
                .product(name: "CargoDomain", package: "cargo-kit"),
                .product(name: "CargoRouting", package: "cargo-kit"),
                .product(name: "CargoApplication", package: "cargo-kit"),
                .product(name: "CargoWire", package: "cargo-kit"),
                .product(name: "CargoInfrastructure", package: "cargo-kit"),
                .product(name: "CargoTesting", package: "cargo-kit"),
                // Built beside them, so that the tools' release build of the kit and the benchmarks' are the same.
                .product(name: "cargo-parity", package: "cargo-kit"),
            ]
        ),
        .executableTarget(name: "PrintOnly"),
        .executableTarget(
            name: "StoreBenchmarks",
            dependencies: [
                .product(name: "CargoDomain", package: "cargo-kit"),
                .product(name: "CargoApplication", package: "cargo-kit"),
                .product(name: "CargoWire", package: "cargo-kit"),
                .product(name: "CargoInfrastructure", package: "cargo-kit"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
