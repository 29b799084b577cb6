// swift-tools-version: 6.1

import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "cargo-kit",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "CargoDomain", targets: ["CargoDomain"]),
        .library(name: "CargoFoundation", targets: ["CargoFoundation"]),
        .library(name: "CargoLocalization", targets: ["CargoLocalization"]),
        .library(name: "CargoRouting", targets: ["CargoRouting"]),
        .library(name: "CargoApplication", targets: ["CargoApplication"]),
        .library(name: "CargoWire", targets: ["CargoWire"]),
        .library(name: "CargoInfrastructure", targets: ["CargoInfrastructure"]),
        .library(name: "CargoArchive", targets: ["CargoArchive"]),
        .library(name: "CargoMaps", targets: ["CargoMaps"]),
        .library(name: "CargoRemote", targets: ["CargoRemote"]),
        .library(name: "CargoTesting", targets: ["CargoTesting"]),
        .library(name: "CargoSQLite", targets: ["CargoSQLite"]),
        .library(name: "CargoPostgres", targets: ["CargoPostgres"]),
        .executable(name: "cargo-cli", targets: ["cargo-cli"]),
        .executable(name: "cargo-parity", targets: ["cargo-parity"]),
    ],
    traits: [
        .trait(name: "CLI", description: "The command line, cargo-cli (swift-argument-parser)."),
        .trait(name: "Remote", description: "Stores behind a cargo-server for cargo-cli (Foundation; start-up takes longer)."),
        .trait(name: "SQLite", description: "Stores in SQLite, CargoSQLite (GRDB)."),
        .trait(name: "Postgres", description: "Stores in PostgreSQL, CargoPostgres (the system's libpq)."),
        .default(enabledTraits: ["CLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    ],
    targets: [
        .target(name: "CargoDomain", swiftSettings: strict),
        .target(name: "CargoFoundation", dependencies: ["CargoDomain", "CargoLocalization"], swiftSettings: strict),
        .target(name: "CargoRouting", dependencies: ["CargoDomain"], swiftSettings: strict),
        .target(name: "CargoApplication", dependencies: ["CargoDomain"], swiftSettings: strict),
        .target(
            name: "CargoLocalization",
            dependencies: ["CargoDomain", "CargoApplication", "CLanguages"],
            exclude: ["Languages"],
            swiftSettings: strict
        ),
        .target(name: "CLanguages", path: "Sources/CargoLocalization/Languages", exclude: ["de.po"]),
        .target(name: "CargoWire", dependencies: ["CargoDomain", "CargoApplication"], swiftSettings: strict),
        .target(name: "CCRC32C"),
        .target(name: "RecordJournal", dependencies: ["CCRC32C"], swiftSettings: strict),
        .target(
            name: "CargoInfrastructure",
            dependencies: ["CargoDomain", "CargoRouting", "CargoApplication", "CargoWire", "RecordJournal"],
            swiftSettings: strict
        ),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "CargoArchive", dependencies: ["CargoDomain", "CargoApplication", "CargoWire", "CZlib"], swiftSettings: strict),
        .target(name: "CargoMaps", dependencies: ["CargoDomain", "CargoApplication", "CargoLocalization"], swiftSettings: strict),
        .target(
            name: "CargoRemote",
            dependencies: [
                "CargoDomain", "CargoApplication", "CargoWire", "CargoInfrastructure",
                // Apple's systems have URLSession.
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(platforms: [.linux], traits: ["Remote"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(platforms: [.linux], traits: ["Remote"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(platforms: [.linux], traits: ["Remote"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(platforms: [.linux], traits: ["Remote"])),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(platforms: [.linux], traits: ["Remote"])),
            ],
            swiftSettings: strict
        ),
        .target(name: "CargoTesting", dependencies: ["CargoDomain", "CargoApplication"], swiftSettings: strict),
        .target(
            name: "CargoSQLite",
            dependencies: [
                "CargoDomain", "CargoApplication", "CargoWire", "CargoInfrastructure",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ],
            swiftSettings: strict
        ),
        .systemLibrary(
            name: "CLibPQ",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .target(
            name: "CargoPostgres",
            dependencies: [
                "CargoDomain", "CargoApplication", "CargoWire", "CargoInfrastructure",
                .target(name: "CLibPQ", condition: .when(traits: ["Postgres"])),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "cargo-cli",
            dependencies: [
                "CargoDomain", "CargoApplication", "CargoLocalization", "CargoWire", "CargoMaps", "CargoInfrastructure", "CargoArchive",
                .target(name: "CargoRemote", condition: .when(traits: ["Remote"])),
                .target(name: "CargoSQLite", condition: .when(traits: ["SQLite"])),
                .target(name: "CargoPostgres", condition: .when(traits: ["Postgres"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CLI"])),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "cargo-parity",
            dependencies: ["CargoDomain", "CargoRouting", "CargoApplication", "CargoWire", "CargoInfrastructure"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "store-proofs",
            dependencies: ["RecordJournal", "CargoTesting"],
            path: "Tests/StoreProofs",
            swiftSettings: strict
        ),
        .testTarget(name: "CargoDomainTests", dependencies: ["CargoDomain", "CargoTesting"], swiftSettings: strict),
        .testTarget(
            name: "CargoFoundationTests",
            dependencies: ["CargoDomain", "CargoLocalization", "CargoFoundation", "CargoTesting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CargoLocalizationTests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoLocalization", "CargoInfrastructure", "CargoTesting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CargoRoutingTests",
            dependencies: ["CargoDomain", "CargoRouting", "CargoInfrastructure", "CargoTesting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CargoWireTests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoWire", "CargoTesting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CargoMapsTests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoMaps", "CargoInfrastructure", "CargoTesting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CargoApplicationTests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoLocalization", "CargoWire", "CargoInfrastructure", "CargoTesting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CargoArchiveTests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoArchive", "CargoTesting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CargoInfrastructureTests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoWire", "RecordJournal", "CargoInfrastructure", "CargoTesting"],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SpecTests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoWire", "CargoInfrastructure"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CargoCLITests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoLocalization", "CargoWire", "CargoInfrastructure", "cargo-cli"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CargoDomain", "CargoApplication", "CargoWire", "RecordJournal", "CargoInfrastructure", "CargoTesting", "cargo-cli",
                "cargo-parity",
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
