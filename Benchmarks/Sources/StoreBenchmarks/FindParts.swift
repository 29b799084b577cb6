import CargoDomain
import CargoWire
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// What finding a cargo can't do without: reading its line from the segment and decoding its document.
final class FindParts {
    /// Where a record is.
    private struct Place {
        let file: Int32
        let offset: Int
        let length: Int
        /// The document's place in the line.
        let document: Range<Int>
    }

    private var places: [TrackingId: Place] = [:]
    private var files: [Int32] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Looks for the newest record of each id in a closed store.
    init(of ids: [TrackingId], in path: String) throws {
        let wanted = Dictionary(uniqueKeysWithValues: Set(ids).map { ($0.text, $0) })
        // Later segments have higher numbers, and the newest record comes last.
        for name in try FileManager.default.contentsOfDirectory(atPath: path).filter({ $0.hasSuffix(".jsonl") }).sorted() {
            let file = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw BenchmarkFailure("cannot open \(name)") }
            files.append(file)
            let segment = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"), options: .alwaysMapped)
            var start = 0
            while let end = segment[start...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = segment[start..<end]
                defer { start = end + 1 }
                // A cargo takes more; the record of a removed one is short.
                guard line.count > 500, let id = Self.text(after: "\"id\":\"", in: line), let cargo = wanted[id],
                    line.starts(with: "{\"~crc".utf8)
                else { continue }
                guard let document = line.firstRange(of: Data(",\"doc\":".utf8)), let length = Self.number(after: ",\"n\":", in: line)
                else {
                    continue
                }
                let first = document.upperBound - line.startIndex
                places[cargo] = Place(file: file, offset: start, length: line.count + 1, document: first..<first + length)
            }
        }
        guard places.count == wanted.count else { throw BenchmarkFailure("\(wanted.count - places.count) cargos are not in the segments") }
    }

    /// Reads and decodes a cargo.
    func find(_ id: TrackingId) throws {
        guard let place = places[id] else { throw BenchmarkFailure("\(id) is not in the segments") }
        let cargo = try buffer.withUnsafeMutableBytes { buffer in
            guard pread(place.file, buffer.baseAddress, place.length, off_t(place.offset)) == place.length else {
                throw BenchmarkFailure("pread failed")
            }
            let document = UnsafeRawBufferPointer(rebasing: buffer[place.document])
            return try Result { () throws(DomainError) in try CargoRecord.decode(document) }.get()
        }
        guard cargo.trackingId == id else { throw BenchmarkFailure("\(id) is another cargo") }
    }

    deinit { for file in files { close(file) } }

    /// The text up to the next quotation mark, within the first 200 bytes of a line.
    private static func text(after mark: String, in line: Data) -> String? {
        guard let start = line.prefix(200).firstRange(of: Data(mark.utf8))?.upperBound else { return nil }
        return String(decoding: line[start...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    private static func number(after mark: String, in line: Data) -> Int? {
        guard let start = line.firstRange(of: Data(mark.utf8))?.upperBound else { return nil }
        return Int(String(decoding: line[start...].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }, as: UTF8.self))
    }
}
