import Testing

@testable import RecordJournal

@Suite("Checking a segment in pieces ahead of the scan")
struct SegmentScannerAheadTests {
    /// The result of a scan, for comparison.
    private struct Findings: Equatable, JournalSink {
        var lines: [String] = []
        var summary: SegmentScanner.Summary?
        var examination: (@Sendable (RecordFields) -> Bool)? { { $0.version % 2 == 1 } }

        mutating func take(_ item: JournalItem) {
            switch item {
            case .record(let header, let location): take(header, location, isSound: true)
            case .damage(let region): lines.append("\(region)")
            }
        }

        mutating func take(_ fields: RecordFields, at location: RecordPosition) {
            take(fields.header(), location, isSound: fields.isSound)
        }

        private mutating func take(_ header: RecordHeader, _ location: RecordPosition, isSound: Bool) {
            var header = header
            // A header that was kept has no positions inside the line.
            (header.document, header.events) = (0..<0, 0..<0)
            lines.append("\(isSound) \(header) \(location)")
        }

        static func == (left: Self, right: Self) -> Bool { left.lines == right.lines && left.summary == right.summary }
    }

    /// Pieces of a few bytes split every line, those of some hundred hold several lines, and the last ones hold everything.
    private static let lengths = [1, 7, 64, 100, 333, 1000, 1 << 16]

    private static func scan(_ bytes: [UInt8], isSealed: Bool, upTo end: Int? = nil, ahead: SegmentScanner.Ahead) throws -> Findings {
        let disk = MemoryFileSystem()
        disk["/segment"] = bytes
        var findings = Findings()
        findings.summary = try SegmentScanner.scan(
            disk,
            disk.open("/segment", .read),
            segment: 3,
            range: 0..<(end ?? bytes.count),
            isSealed: isSealed,
            into: &findings,
            wantsChecksum: true,
            ahead: ahead
        )
        return findings
    }

    @Test("Cutting a segment anywhere gives the same records and checksum", arguments: lengths)
    func soundSegment(length: Int) async throws {
        let sample = try await JSONFileDamageTests.sample(marks: true)
        for isSealed in [true, false] {
            let found = try Self.scan(sample.bytes, isSealed: isSealed, ahead: .init(minimum: 0, chunkLength: length))
            #expect(try found == Self.scan(sample.bytes, isSealed: isSealed, ahead: .never))
            #expect(found.summary?.count == 8 && found.lines.count == 7)
            #expect(found.summary?.checksum == sample.bytes.withUnsafeBytes { CRC32C.checksum($0) })
            #expect(found.lines.contains { $0.hasPrefix("false") } && found.lines.contains { $0.hasPrefix("true") })
        }
    }

    @Test("Each flipped bit and each cut is detected as without pieces", arguments: [63, 332, 1 << 16])
    func damagedSegment(length: Int) async throws {
        let sample = try await JSONFileDamageTests.sample(marks: true)
        let ahead = SegmentScanner.Ahead(minimum: 0, chunkLength: length)
        var different: [String] = []
        // Every third byte, other ones for each length.
        for place in stride(from: length % 3, to: sample.bytes.count, by: 3) {
            var flipped = sample.bytes
            flipped[place] ^= 1 << UInt8(place % 8)
            let cut = Array(sample.bytes[..<place])
            for isSealed in [true, false] {
                if try Self.scan(flipped, isSealed: isSealed, ahead: ahead) != Self.scan(flipped, isSealed: isSealed, ahead: .never) {
                    different.append("bit \(place % 8) of byte \(place)")
                }
                // Cut off, with or without more bytes expected.
                for end in [place, sample.bytes.count]
                where try Self.scan(cut, isSealed: isSealed, upTo: end, ahead: ahead)
                    != Self.scan(cut, isSealed: isSealed, upTo: end, ahead: .never)
                {
                    different.append("cut at \(place), \(end) expected")
                }
            }
        }
        #expect(different == [])
    }

    @Test("Blank lines are padding at the end and damage in the middle, as without pieces", arguments: lengths)
    func padding(length: Int) async throws {
        let sample = try await JSONFileDamageTests.sample(marks: false)
        let blank = [UInt8](repeating: RecordLine.newline, count: 5000)
        for bytes in [sample.bytes + blank, sample.bytes + blank + sample.bytes, blank, blank + sample.bytes] {
            for isSealed in [true, false] {
                let found = try Self.scan(bytes, isSealed: isSealed, ahead: .init(minimum: 0, chunkLength: length))
                #expect(try found == Self.scan(bytes, isSealed: isSealed, ahead: .never))
            }
        }
    }
}
