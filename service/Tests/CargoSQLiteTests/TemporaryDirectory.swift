import Foundation
import Testing

/// A directory for one test, removed with it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("cargo-sqlite-\(UUID().uuidString)").path
        do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch { Issue.record(error) }
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record(error) }
    }
}
