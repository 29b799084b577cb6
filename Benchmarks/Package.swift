// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "cargo-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "cargo-kit", path: "..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "CargoBenchmarks",
            dependencies: [
                .product(name: "CargoDomain", package: "cargo-kit"),
                .product(name: "CargoApplication", package: "cargo-kit"),
                .product(name: "CargoInfrastructure", package: "cargo-kit"),
                .product(name: "CargoTesting", package: "cargo-kit"),
            ]
        ),
        .executableTarget(name: "PrintOnly"),
    ],
    swiftLanguageModes: [.v6]
)
