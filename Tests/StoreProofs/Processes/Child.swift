#if DEBUG || STORE_PROOFS
import Foundation

/// A child process of this program whose output goes to a file, so that it survives a kill.
struct Child {
    private let process = Process()
    private let output: URL

    /// Starts this program with the given arguments.
    init(_ words: [String], output: URL) throws {
        self.output = output
        try Data().write(to: output)
        process.executableURL = Bundle.main.executableURL
        process.arguments = words
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
    }

    /// Kills it with SIGKILL.
    func kill() { endAtOnce(process.processIdentifier) }

    /// The length of its output in bytes.
    var outputSize: Int {
        get throws { try output.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
    }

    /// Waits for it to end.
    ///
    /// Returns its exit status, or nil if it was killed.
    func wait() -> Int32? {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }

    /// Returns its complete lines, split into words.
    func lines() throws -> [[Substring]] {
        let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        return text.split(separator: "\n").map { $0.split(separator: " ") }
    }
}

private func endAtOnce(_ process: pid_t) { _ = kill(process, SIGKILL) }

/// A temporary directory.
struct Scratch {
    let url: URL

    init(inMemory: Bool = false) throws {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let parent = inMemory && FileManager.default.fileExists(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
        url = parent.appendingPathComponent("store-proofs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    var store: String { url.appendingPathComponent("store").path }
    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Deletes the directory.
    ///
    /// Call it when nothing uses the directory any more.
    func remove() {
        do { try FileManager.default.removeItem(at: url) } catch { print("left behind: \(url.path)") }
    }
}
#endif
