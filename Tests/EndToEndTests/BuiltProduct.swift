import Foundation

/// The executables that were built along with the tests.
enum BuiltProduct {
    /// The URL of an executable, next to the test bundle.
    static func url(_ name: String) -> URL {
        let bundle =
            Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return bundle.deletingLastPathComponent().appendingPathComponent(name)
    }
}
