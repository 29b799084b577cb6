#if DEBUG || STORE_PROOFS
import Foundation

/// Another process of this program, whose lines go into a file: what it has written is there even if it is killed.
struct Child {
    private let process = Process()
    private let output: URL

    /// Starts this program with other words.
    init(_ words: [String], output: URL) throws {
        self.output = output
        try Data().write(to: output)
        process.executableURL = Bundle.main.executableURL
        process.arguments = words
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
    }

    /// Ends it as a crash would.
    func kill() { endAtOnce(process.processIdentifier) }

    /// How much it has told.
    var outputSize: Int {
        get throws { try output.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
    }

    /// Waits for its end; returns its exit status, or nil where it was killed.
    func wait() -> Int32? {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }

    /// Its whole lines, each cut into words.
    func lines() throws -> [[Substring]] {
        let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        return text.split(separator: "\n").map { $0.split(separator: " ") }
    }
}

private func endAtOnce(_ process: pid_t) { _ = kill(process, SIGKILL) }

/// A directory that is to be thrown away.
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

    /// To be called when nobody uses it any more.
    func remove() {
        do { try FileManager.default.removeItem(at: url) } catch { print("left behind: \(url.path)") }
    }
}
#endif
