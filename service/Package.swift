// swift-tools-version: 6.1

import PackageDescription

// The service uses what the kit's own targets share (`package`), so its modules are compiled under the kit's package name, which SwiftPM takes from the
// kit's folder. The flag is allowed because SwiftPM can only depend on this package by its path.
let kitName = String(
    Context.packageDirectory.split(separator: "/").dropLast().last.map { folder in
        folder.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    } ?? []
)

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .unsafeFlags(["-package-name", kitName]),
]

/// A library of the kit.
func kit(_ product: String, _ condition: TargetDependencyCondition? = nil) -> Target.Dependency {
    .product(name: product, package: "cargo-kit", condition: condition)
}

// The stores behind traits whose tests are built, such as "sqlite postgres". A manifest can't see which traits are on, and without its trait the tests of
// a store don't compile. `make test` names the stores that aren't declined.
let testedStores = Context.environment["TESTED_STORES"] ?? ""

let grdb = Package.Dependency.package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")
let sqliteTests: [Target] = [
    .testTarget(
        name: "CargoSQLiteTests",
        dependencies: [
            kit("CargoDomain"), kit("CargoApplication"), kit("CargoWire"), kit("CargoInfrastructure"), kit("CargoTesting"),
            kit("CargoSQLite"),
            .product(name: "GRDB", package: "GRDB.swift"),
        ],
        packageAccess: false,
        swiftSettings: strict
    )
]

let postgresTests: [Target] = [
    .testTarget(
        name: "CargoPostgresTests",
        dependencies: [
            kit("CargoDomain"), kit("CargoApplication"), kit("CargoWire"), kit("CargoInfrastructure"), kit("CargoTesting"),
            kit("CargoPostgres"),
        ],
        packageAccess: false,
        swiftSettings: strict
    ),
    .executableTarget(
        name: "postgres-load",
        dependencies: [kit("CargoDomain"), kit("CargoApplication"), kit("CargoTesting"), kit("CargoPostgres")],
        path: "Tests/PostgresLoad",
        packageAccess: false,
        swiftSettings: strict
    ),
]

let package = Package(
    name: "cargo-service",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "CargoServer", targets: ["CargoServer"]),
        .executable(name: "cargo-server", targets: ["cargo-server"]),
    ],
    traits: [
        .trait(name: "SQLite", description: "Stores in SQLite (GRDB)."),
        .trait(name: "Postgres", description: "Stores in PostgreSQL (the system's libpq)."),
        .default(enabledTraits: []),
    ],
    dependencies: [
        .package(
            name: "cargo-kit",
            path: "..",
            traits: [
                "CLI", "Remote",
                .trait(name: "SQLite", condition: .when(traits: ["SQLite"])),
                .trait(name: "Postgres", condition: .when(traits: ["Postgres"])),
            ]
        ),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: [.defaults, "CommandLineArguments"]),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    ] + (testedStores.contains("sqlite") ? [grdb] : []),
    targets: [
        .target(
            name: "CargoServer",
            dependencies: [
                kit("CargoDomain"), kit("CargoApplication"), kit("CargoLocalization"), kit("CargoWire"), kit("CargoMaps"),
                kit("CargoInfrastructure"), kit("CargoArchive"), kit("CargoRemote"), "CPages",
                kit("CargoSQLite", .when(traits: ["SQLite"])),
                kit("CargoPostgres", .when(traits: ["Postgres"])),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            exclude: ["Resources"],
            packageAccess: false,
            swiftSettings: strict
        ),
        .target(name: "CPages", path: "Sources/CargoServer/Resources", exclude: ["pages"]),
        .executableTarget(
            name: "cargo-server",
            dependencies: [
                kit("CargoDomain"), kit("CargoApplication"), kit("CargoLocalization"), kit("CargoWire"), kit("CargoInfrastructure"),
                kit("CargoRemote"), "CargoServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            packageAccess: false,
            swiftSettings: strict
        ),
        .testTarget(
            name: "CargoServerTests",
            dependencies: [
                kit("CargoDomain"), kit("CargoApplication"), kit("CargoLocalization"), kit("CargoWire"), kit("CargoInfrastructure"),
                kit("CargoTesting"), "CargoServer", "cargo-server",
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            exclude: ["CarrierEvents"],
            packageAccess: false,
            swiftSettings: strict
        ),
        .testTarget(
            name: "CargoRemoteTests",
            dependencies: [
                kit("CargoDomain"), kit("CargoApplication"), kit("CargoWire"), kit("CargoInfrastructure"), kit("CargoTesting"),
                kit("CargoRemote"), kit("cargo-cli"), "CargoServer",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            packageAccess: false,
            swiftSettings: strict
        ),
        .testTarget(
            name: "RelayEndToEndTests",
            dependencies: [kit("cargo-cli"), "cargo-server"],
            packageAccess: false,
            swiftSettings: strict
        ),
    ] + (testedStores.contains("sqlite") ? sqliteTests : []) + (testedStores.contains("postgres") ? postgresTests : []),
    swiftLanguageModes: [.v6]
)
