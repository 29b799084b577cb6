// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "bare-sqlite",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "cargo-kit", path: "../..", traits: ["SQLite"]),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "BareSQLite",
            dependencies: [
                .product(name: "CargoDomain", package: "cargo-kit"),
                .product(name: "CargoApplication", package: "cargo-kit"),
                .product(name: "CargoWire", package: "cargo-kit"),
                .product(name: "CargoInfrastructure", package: "cargo-kit"),
                .product(name: "CargoSQLite", package: "cargo-kit"),
                .product(name: "CargoTesting", package: "cargo-kit"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
