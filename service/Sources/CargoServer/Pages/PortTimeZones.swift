import CargoDomain
import CargoInfrastructure
import Foundation

/// The time zones of ports, by which pages show local times beside UTC.
///
/// They are data for display: in the domain, a location is a code and a name, and an instant has no zone.
public struct PortTimeZones: Sendable {
    private let zones: [UnLocode: TimeZone]

    /// The zones that the current task's page uses.
    @TaskLocal static var current = PortTimeZones()

    /// Creates an empty table: every time is shown in UTC alone.
    public init() { zones = [:] }

    /// Reads a CSV file with the columns `un_locode` and `time_zone` (an IANA name, such as `Europe/Berlin`); others are ignored.
    /// - Throws: a `ServerSettingsError` that names the first line which isn't valid.
    public init(csv bytes: [UInt8]) throws(ServerSettingsError) {
        var records = CSVReader(ArraySource(bytes: bytes[...]))
        guard let header = try Self.next(&records)?.fields, let code = header.firstIndex(of: "un_locode"),
            let zone = header.firstIndex(of: "time_zone")
        else { throw Self.invalid(1, "expected the columns un_locode and time_zone") }
        var zones: [UnLocode: TimeZone] = [:]
        var named: [String: TimeZone] = [:]
        while let record = try Self.next(&records) {
            guard record.defect == nil, record.fields.count == header.count else {
                throw Self.invalid(record.line, "not a row of the header's columns")
            }
            // safe: a row has as many fields as the header
            let (place, name) = (record.fields[code], record.fields[zone])
            guard let known = named[name] ?? TimeZone(identifier: name) else {
                throw Self.invalid(record.line, "\(name) is not a time zone")
            }
            named[name] = known
            do throws(DomainError) {
                zones[try UnLocode(place)] = known
            } catch {
                throw Self.invalid(record.line, "\(place) is not a UN/LOCODE")
            }
        }
        self.zones = zones
    }

    /// Reads a CSV file with the columns `un_locode` and `time_zone`.
    /// - Throws: a `ServerSettingsError` if the file can't be read, or that names the first line which isn't valid.
    init(file path: String) throws(ServerSettingsError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .invalid(key: "pages.timeZones", reason: "can't read \(path)")
        }
        try self.init(csv: Array(data))
    }

    /// Whether there are no zones at all.
    var isEmpty: Bool { zones.isEmpty }

    /// The instant whose UTC time is the local time at a place; nil if the place's zone is unknown.
    func local(_ instant: Instant, at place: UnLocode) -> Instant? {
        guard let zone = zones[place] else { return nil }
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.epochMilliseconds) / 1000))
        do throws(DomainError) {
            return try Instant(epochMilliseconds: instant.epochMilliseconds + Int64(offset) * 1000)
        } catch {
            return nil
        }
    }

    /// The instant at which a clock at a place shows a time, which is given as if it were UTC; nil if the place's zone is unknown.
    ///
    /// Of an hour that the clocks show twice, the first one counts. An hour that they skip is told by the offset from before.
    func instant(showing local: Instant, at place: UnLocode) -> Instant? {
        guard let zone = zones[place] else { return nil }
        func offset(at milliseconds: Int64) -> Int64 {
            // safe: whole seconds of an offset
            Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000))) * 1000
        }
        let day: Int64 = 86_400_000
        let (before, after) = (offset(at: local.epochMilliseconds - day), offset(at: local.epochMilliseconds + day))
        let candidates = [max(before, after), min(before, after)].map { (offset: $0, time: local.epochMilliseconds - $0) }
        let time = candidates.first { offset(at: $0.time) == $0.offset }?.time ?? local.epochMilliseconds - before
        do throws(DomainError) { return try Instant(epochMilliseconds: time) } catch { return nil }
    }

    private static func next(_ records: inout CSVReader<ArraySource>) throws(ServerSettingsError) -> CSVRecord? {
        do throws(ByteSourceFailure) {
            return try records.next()
        } catch {
            throw invalid(0, "not readable")
        }
    }

    private static func invalid(_ line: Int, _ reason: String) -> ServerSettingsError {
        .invalid(key: "pages.timeZones", reason: "line \(line): \(reason)")
    }
}

/// The bytes of a file that was read whole.
private struct ArraySource: ByteSource {
    var bytes: ArraySlice<UInt8>

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceFailure) -> Int {
        let part = bytes.prefix(buffer.count)
        buffer.copyBytes(from: part)
        bytes = bytes.dropFirst(part.count)
        return part.count
    }
}
