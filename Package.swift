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
        .library(name: "CargoApplication", targets: ["CargoApplication"]),
        .library(name: "CargoInfrastructure", targets: ["CargoInfrastructure"]),
        .library(name: "CargoTesting", targets: ["CargoTesting"]),
        .executable(name: "cargo-cli", targets: ["cargo-cli"]),
        .executable(name: "cargo-parity", targets: ["cargo-parity"]),
    ],
    traits: [
        .trait(name: "CLI", description: "The command line, cargo-cli (swift-argument-parser)."),
        .default(enabledTraits: ["CLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .target(name: "CargoDomain", swiftSettings: strict),
        .target(name: "CargoApplication", dependencies: ["CargoDomain"], swiftSettings: strict),
        .target(name: "CargoInfrastructure", dependencies: ["CargoDomain", "CargoApplication"], swiftSettings: strict),
        .target(name: "CargoTesting", dependencies: ["CargoDomain", "CargoApplication"], swiftSettings: strict),
        .executableTarget(
            name: "cargo-cli",
            dependencies: [
                "CargoDomain", "CargoApplication", "CargoInfrastructure",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CLI"])),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "cargo-parity",
            dependencies: ["CargoDomain", "CargoApplication", "CargoInfrastructure"],
            swiftSettings: strict
        ),
        .testTarget(name: "CargoDomainTests", dependencies: ["CargoDomain", "CargoTesting"], swiftSettings: strict),
        .testTarget(
            name: "CargoApplicationTests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoInfrastructure", "CargoTesting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CargoInfrastructureTests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoInfrastructure", "CargoTesting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SpecTests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoInfrastructure"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CargoCLITests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoInfrastructure", "cargo-cli"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["CargoDomain", "CargoApplication", "CargoInfrastructure", "CargoTesting", "cargo-cli", "cargo-parity"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
