import CargoApplication
import CargoDomain
import CargoTesting
import Foundation
import Testing

@testable import CargoArchive

@Suite("The file of an archive")
struct ArchiveFileTests {
    private let directory = ArchiveTestDirectory()
    private var path: String { directory.path + "/2026-01.jsonl.gz" }
    private func file() throws -> ArchiveFile { try ArchiveFile(path: path) }

    /// A cargo with a handling history, a retraction, a reference and a domain event.
    static func cargo(_ id: String, of customer: String = "CUST-1") throws -> ArchivedCargo {
        let (scan, wrong) = (HandlingEvent.stub(of: id), HandlingEvent.stub(.customs, completed: .stub(day: 2), of: id))
        let history = HandlingHistory.stub(scan)
        let cargo = try Cargo.stub(id, customer: customer, itinerary: .stub()).adding(.stub(.customer, "Order of \(customer)"))
            .derivingDeliveryProgress(from: history).reconstituted(atVersion: 7)
        let fact = DomainFact.cargoBooked(customerId: .stub(customer), origin: .stub(), routeSpecification: .stub())
        let event = DomainEvent(
            eventId: "Cargo:\(id):1:0",
            occurredAt: .stub(day: 1),
            schemaVersion: 2,
            correlationId: "request-1",
            actor: .customer(.stub(customer), "Jane Roe"),
            aggregateType: .cargo,
            aggregateId: id,
            aggregateVersion: 1,
            sequence: 41,
            fact: fact
        )
        let handling: [HandlingRecord] = [
            .registration(scan), .registration(wrong),
            .retraction(RetractedEvent(event: wrong, reason: .stub("\(customer) called"), retractedAt: .stub(day: 3))),
        ]
        // A store has saved it twice.
        let entry = CarrierLog.Entry(carrier: "MAEU", eventId: "e1", createdAt: .stub(day: 2), handled: nil)
        let origins = CarrierLog(trackingId: cargo.trackingId, version: 2, entries: [entry])
        return ArchivedCargo(
            contents: StoredCargoContents(cargo: cargo, handling: handling, origins: origins),
            events: [event],
            archivedAt: .stub(day: 400)
        )
    }

    private func all() async throws -> [String] {
        var ids: [String] = []
        try await file().forEachCargo { ids.append($0.contents.cargo.trackingId.text) }
        return ids
    }

    @Test("groups follow one another, and each cargo comes back as it was")
    func roundTrip() async throws {
        let (first, second) = (try Self.cargo("FIRST"), try Self.cargo("SECOND", of: "CUST-2"))
        let one = try await file().add([first]).get()
        let two = try await file().add([second]).get()
        #expect(one.offset == 0 && two.offset > 0 && two.archive.text == "2026-01")
        let archives = ArchiveDirectory(path: directory.path)
        #expect(try await archives.find(.stub("FIRST"), at: one).get() == first)
        #expect(try await archives.find(.stub("SECOND"), at: two).get() == second)
        // After an erasure, groups are elsewhere.
        #expect(try await archives.find(.stub("SECOND"), at: one).get() == second)
        #expect(try await all() == ["FIRST", "SECOND"])
        #expect(try archives.all().map(\.name.text) == ["2026-01"])
        await #expect(throws: DomainError.self) { try await archives.find(.stub("THIRD"), at: one).get() }
        let elsewhere = try ArchivePlace(archive: ArchiveName("2025-12"), offset: 0)
        #expect(try await archives.find(.stub("FIRST"), at: elsewhere).get() == nil)
    }

    @Test("the file is what gunzip and any JSON parser read")
    func readable() async throws {
        _ = try await file().add([try Self.cargo("FIRST")]).get()
        _ = try await file().add([try Self.cargo("SECOND")]).get()
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gunzip", "-c", path]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 4 && lines[0] == #"{"archive":"2026-01","format":1}"# && lines[2] == lines[0])
        for line in lines { #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any]) }
    }

    @Test("a group that a crash cut off, wherever, is written over, and those before it are whole")
    func cutOff() async throws {
        _ = try await file().add([try Self.cargo("FIRST")]).get()
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        _ = try await file().add([try Self.cargo("SECOND")]).get()
        let both = try Data(contentsOf: URL(fileURLWithPath: path))
        for length in stride(from: whole.count, to: both.count, by: 7) {
            try both.prefix(length).write(to: URL(fileURLWithPath: path))
            #expect(try await all() == ["FIRST"])
            _ = try await file().add([try Self.cargo("THIRD")]).get()
            #expect(try await all() == ["FIRST", "THIRD"])
        }
        // The file system kept the length, but not the bytes.
        try (whole + Data(count: 512)).write(to: URL(fileURLWithPath: path))
        _ = try await file().add([try Self.cargo("THIRD")]).get()
        #expect(try await all() == ["FIRST", "THIRD"])
    }

    @Test("a cargo is found where it is expected without the other groups, also in a group of more than a megabyte")
    func inItsGroup() async throws {
        var random = SplitMix64(seed: 38)
        let long = try (0..<3_000).map { number in
            let scalars = (0..<200).compactMap { _ in Unicode.Scalar(UInt16.random(in: 0x4E00...0x9FFF, using: &random)) }
            let reason = String(scalars.map(Character.init))
            let cargo = try Cargo.stub("CARGO-\(number)").cancelled(because: .stub(reason), at: .stub(day: 1)).reconstituted(atVersion: 7)
            let contents = StoredCargoContents(cargo: cargo, handling: [], origins: nil)
            return ArchivedCargo(contents: contents, events: [], archivedAt: .stub(day: 400))
        }
        _ = try await file().add([try Self.cargo("FIRST")]).get()
        let place = try await file().add(long).get()
        let last = try await file().add([try Self.cargo("LAST")]).get()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(last.offset - place.offset > 1 << 20)
        bytes[Int(place.offset) - 6] ^= 1
        try bytes.write(to: URL(fileURLWithPath: path))
        let archives = ArchiveDirectory(path: directory.path)
        #expect(try await archives.find(.stub("CARGO-2999"), at: place).get() == long[2_999])
        #expect(try await archives.find(.stub("LAST"), at: last).get() == Self.cargo("LAST"))
        let lost = await #expect(throws: DomainError.self) { try await archives.find(.stub("FIRST"), at: place).get() }
        #expect(lost?.code == .corruptRecord)
    }

    @Test("any damaged byte is corrupt_record, and nothing is added behind it")
    func damage() async throws {
        _ = try await file().add([try Self.cargo("FIRST")]).get()
        _ = try await file().add([try Self.cargo("SECOND")]).get()
        let sound = try Data(contentsOf: URL(fileURLWithPath: path))
        for place in stride(from: 0, to: sound.count / 2, by: 11) {
            var damaged = sound
            damaged[place] ^= 0x10
            try damaged.write(to: URL(fileURLWithPath: path))
            // A few bits of a compressed stream, and of its head, say nothing.
            if GzipMember.isSame(damaged, as: sound) { continue }
            let reading = await #expect(throws: DomainError.self) { try await all() }
            #expect(reading?.code == .corruptRecord)
            let adding = await #expect(throws: DomainError.self) { try await file().add([try Self.cargo("THIRD")]).get() }
            #expect(adding?.code == .corruptRecord)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == damaged)
        }
    }

    @Test("CRG-18: an erased customer is in no archive, the other customers' cargos are as they were")
    func erasure() async throws {
        let other = try Self.cargo("OTHER", of: "CUST-2")
        _ = try await file().add([try Self.cargo("FIRST"), other]).get()
        let place = try await file().add([try Self.cargo("SECOND")]).get()
        #expect(try await file().erase(.stub(), as: .stub("ERASED-1")) == 2)
        #expect(try await file().erase(.stub(), as: .stub("ERASED-2")) == 0)
        var cargos: [ArchivedCargo] = []
        try await file().forEachCargo { cargos.append($0) }
        #expect(cargos.map(\.contents.cargo.customerId.text) == ["ERASED-1", "CUST-2", "ERASED-1"])
        #expect(cargos[1] == other)
        let archives = ArchiveDirectory(path: directory.path)
        let second = try #require(try await archives.find(.stub("SECOND"), at: place).get())
        #expect(!"\(second)".contains("CUST-1") && !"\(second)".contains("Order of") && !"\(second)".contains("Jane"))
        #expect(second.events.map(\.actor?.text) == ["customer:ERASED-1"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["2026-01.jsonl.gz"])
    }

    @Test("CRG-18: what a crash left of a group goes with an erasure")
    func erasedTail() async throws {
        _ = try await file().add([try Self.cargo("OTHER", of: "CUST-2")]).get()
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        _ = try await file().add([try Self.cargo("FIRST")]).get()
        try Data(contentsOf: URL(fileURLWithPath: path)).dropLast(9).write(to: URL(fileURLWithPath: path))
        #expect(try await file().erase(.stub(), as: .stub("ERASED-1")) == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == whole)
    }

    @Test("a file that another program has replaced or cut is read anew")
    func replaced() async throws {
        let archive = try file()
        _ = try await archive.add([try Self.cargo("FIRST")]).get()
        #expect(try await file().erase(.stub(), as: .stub("ERASED-1")) == 1)
        let place = try await archive.add([try Self.cargo("SECOND")]).get()
        #expect(try await all() == ["FIRST", "SECOND"])
        #expect(try await ArchiveDirectory(path: directory.path).find(.stub("SECOND"), at: place).get() == Self.cargo("SECOND"))
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(try await archive.add([try Self.cargo("THIRD")]).get().offset == 0)
        #expect(try await all() == ["THIRD"])
    }

    @Test("one program at a time adds to a file")
    func locked() async throws {
        let held = try ArchiveDescriptor(path: path, isNew: true)
        try held.lock()
        guard case .failure(let error) = await ((try file()).add([try Self.cargo("FIRST")])) else {
            Issue.record("the file isn't locked")
            return
        }
        #expect(error.code == .storeLocked)
        withExtendedLifetime(held) {}
    }

    @Test("a file's name is that of an archive", arguments: ["x.gz", ".jsonl.gz", "a b.jsonl.gz", ""])
    func names(name: String) {
        let error = #expect(throws: DomainError.self) { try ArchiveFile(path: "/tmp/\(name)") }
        #expect(error?.code == .archiveNameInvalid)
    }

    @Test("a member of gzip reads back, whatever is in it")
    func members() {
        for count in [0, 1, 65_535, 65_536, 300_000] {
            let contents = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
            let member = GzipMember.compressed(contents)
            let bytes = member + [1, 2, 3]
            #expect(bytes.withUnsafeBytes { GzipMember.read($0) } == .whole(contents, length: member.count))
            #expect(member.dropLast().withUnsafeBytes { GzipMember.read($0) } == .cutOff)
        }
        #expect([UInt8]([1, 2, 3]).withUnsafeBytes { GzipMember.read($0) } == .damaged)
        #expect([UInt8]().withUnsafeBytes { GzipMember.read($0) } == .cutOff)
    }
}

extension GzipMember {
    /// Whether the first member of two files has the same contents and length.
    fileprivate static func isSame(_ one: Data, as other: Data) -> Bool {
        [UInt8](one).withUnsafeBytes { read($0) } == [UInt8](other).withUnsafeBytes { read($0) }
    }
}

/// A directory that is removed after the test.
final class ArchiveTestDirectory: Sendable {
    let path: String

    init() {
        path = NSTemporaryDirectory() + "cargo-archive-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
