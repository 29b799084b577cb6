// swift-tools-version: 6.1

import PackageDescription

// A separate package, so that the other benchmarks don't need Hummingbird.
let package = Package(
    name: "bare-server",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1")],
    targets: [.executableTarget(name: "BareServer", dependencies: [.product(name: "Hummingbird", package: "hummingbird")])],
    swiftLanguageModes: [.v6]
)
