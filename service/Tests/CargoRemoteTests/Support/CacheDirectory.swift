import Foundation

/// A directory for caches that is removed after the test.
enum CacheDirectory {
    static func with(_ body: (String) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "cargo-cache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(url.path)
    }
}
