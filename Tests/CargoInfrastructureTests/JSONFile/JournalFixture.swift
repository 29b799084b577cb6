import CargoDomain
import Foundation
import Synchronization
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

/// A temporary directory, which is deleted together with this object.
final class TemporaryDirectory: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("cargo-kit-\(UUID().uuidString)").path
        do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
            Issue.record(error)
        }
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record(error) }
    }

    var store: String { path + "/store" }
    var segment: String { store + "/seg-000001.jsonl" }

    func bytes(_ path: String) -> [UInt8] { FileManager.default.contents(atPath: path).map(Array.init) ?? [] }
    func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
    func names(in path: String) -> [String] {
        guard let enumerator = FileManager.default.enumerator(atPath: path) else { return [] }
        return enumerator.compactMap { $0 as? String }.sorted()
    }
}

extension JournalWrite {
    static func cargo(_ id: String, _ expected: Int64, _ text: String = "x", customer: String? = "ACME", events: [String] = [])
        -> JournalWrite
    {
        JournalWrite(
            kind: .cargo,
            id: id,
            expectedVersion: expected,
            customer: customer,
            document: Array("{\"text\":\"\(text)\"}".utf8),
            events: events.map { Array("{\"type\":\"\($0)\"}".utf8) }
        )
    }

    static func handling(_ id: String, _ expected: Int64, _ text: String) -> JournalWrite {
        JournalWrite(kind: .handling, id: id, expectedVersion: expected, document: Array("{\"event\":\"\(text)\"}".utf8))
    }

    static func voyage(_ id: String, _ expected: Int64) -> JournalWrite {
        JournalWrite(kind: .voyage, id: id, expectedVersion: expected, document: Array("{\"at\":\(expected)}".utf8))
    }
}

extension JournalKind {
    static let cargo = RecordKind.cargo.inJournal
    static let handling = RecordKind.handling.inJournal
    static let voyage = RecordKind.voyage.inJournal
    static let location = RecordKind.location.inJournal
    static let bookingKey = RecordKind.bookingKey.inJournal
    static let relay = RecordKind.relay.inJournal
    static let all = RecordKind.all.map(\.inJournal)
}

extension JournalOptions {
    /// Returns options for an engine that tests use like another process, and that writes no marks unless asked to.
    static func alone(_ fileSystem: any FileSystem = POSIXFileSystem(), marks: Bool = false, timeLimit: Int = 20_000) -> JournalOptions {
        var options = JournalOptions()
        options.isShared = false
        options.writesMarks = marks
        options.markDelay = nil
        options.lockTimeout = timeLimit
        options.fileSystem = fileSystem
        return options
    }
}

extension JournalEngine {
    static func open(_ path: String, _ options: JournalOptions = .alone()) async throws(JournalError) -> JournalEngine {
        try await open(path, kinds: JournalKind.all, options: options)
    }

    func text(_ kind: JournalKind, _ id: String) async throws(JournalError) -> String? {
        try await read(kind, id).map { String(decoding: $0.document, as: UTF8.self) }
    }

    /// Returns the domain events after a sequence number, in order, up to the first damaged one.
    /// - Throws: `corrupt_record` if the next event is damaged.
    func events(after sequence: Int64, limit: Int) async throws(JournalError) -> [(sequence: Int64, bytes: ArraySlice<UInt8>)] {
        var events: [(sequence: Int64, bytes: ArraySlice<UInt8>)] = []
        for entry in try await entries(after: sequence, limit: limit) {
            do throws(JournalError) { events.append((entry.sequence, try entry.bytes.get())) } catch {
                if events.isEmpty { throw error }
                return events
            }
        }
        return events
    }

    /// Returns the version and document of an id, or the code of the failure.
    func state(_ kind: JournalKind, _ id: String) async -> String {
        do throws(JournalError) {
            guard let record = try await read(kind, id) else { return "absent" }
            return "\(record.version) \(String(decoding: record.document, as: UTF8.self))"
        } catch { return error.code.rawValue }
    }
}

func code(_ outcome: JournalOutcome) -> JournalError.Code? {
    if case .failed(let error) = outcome { error.code } else { nil }
}

/// Returns the error thrown by a body.
///
/// Records an issue if it doesn't fail.
func failure<Value, Failure: Error>(of body: () async throws(Failure) -> Value) async -> Failure? {
    do throws(Failure) {
        _ = try await body()
        return nil
    } catch { return error }
}

extension JournalEngine {
    /// Abandons everything as a killed process does: no sync, no mark, all locks released.
    func die() {
        files.withLock { leave(&$0) }
    }
}
