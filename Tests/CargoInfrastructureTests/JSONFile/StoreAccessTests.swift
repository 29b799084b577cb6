import CargoApplication
import CargoDomain
import CargoTesting
import Foundation
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

/// Who may use a store's files, even if the process's umask would let everyone read them.
@Suite("The permissions of a store")
struct StoreAccessTests {
    let directory = TemporaryDirectory()

    private func permissions(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    /// Creates a store with every kind of file, and returns the permissions of the files, and of the directory in it.
    private func fill(_ path: String) async throws -> (files: Set<Int>, quarantine: Int) {
        let mask = umask(0o022)
        defer { umask(mask) }
        func open() async throws -> JSONFileStore {
            try await .open(path, clock: FixedClock(), trackingIds: SequenceTrackingIdGenerator([]), options: .alone())
        }
        var store = try await open()
        try await store.cargos.save(.stub()).get()
        await store.close()
        let handle = try #require(FileHandle(forWritingAtPath: path + "/seg-000001.jsonl"))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("torn".utf8))
        try handle.close()
        store = try await open()
        try await store.cargos.save(.stub("DEF456")).get()
        _ = try await store.compact().get()
        await store.close()
        let names = directory.names(in: path)
        #expect(names.contains { $0.hasPrefix("quarantine/") } && names.contains("LOCK") && names.contains("STATE"), "\(names)")
        let files = try names.filter { $0 != "quarantine" }.map { try permissions(path + "/" + $0) }
        return (Set(files), try permissions(path + "/quarantine"))
    }

    @Test("a new one is open to its user alone")
    func new() async throws {
        let store = directory.path + "/new/store"
        let found = try await fill(store)
        #expect(found == ([0o600], 0o700))
        for path in [store, directory.path + "/new"] { #expect(try permissions(path) == 0o700, "\(path)") }
    }

    @Test("in a directory that is open to its group, the files are, too, as far as the umask allows it, and to no others")
    func shared() async throws {
        for (mode, file, quarantine) in [(0o750, 0o640, 0o750), (0o755, 0o640, 0o750), (0o770, 0o640, 0o750), (0o700, 0o600, 0o700)] {
            let store = directory.path + "/\(mode)"
            try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: store)
            let found = try await fill(store)
            #expect(found == ([file], quarantine), "\(mode)")
            #expect(try permissions(store) == mode)
        }
    }
}
