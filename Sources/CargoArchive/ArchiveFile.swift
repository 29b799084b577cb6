public import CargoApplication
public import CargoDomain
import CargoWire
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An archive of cargos in a file: JSON Lines, compressed with gzip.
///
/// `gunzip -c 2026-01.jsonl.gz` prints it. Each group of cargos is a separate gzip member, which begins with the line
/// `{"archive":"2026-01","format":1}`; a line for each cargo follows (`docs/archives.md`). A group is written once, synced and read back before the
/// store removes its cargos, so what follows the last whole member was never relied on.
public struct ArchiveFile: CargoArchive {
    /// How the name of an archive's file ends.
    public static let suffix = ".jsonl.gz"
    /// The format that this program writes and reads.
    static let format: Int64 = 1

    /// The name, which is that of the file without `.jsonl.gz`.
    public let name: ArchiveName
    /// The file's path.
    public let path: String
    /// Where the whole groups end that this value has read, so that adding many groups doesn't read the file each time.
    private let readEnd = ReadEnd()

    /// Names an archive by the path of its file, which needn't be there.
    /// - Throws: `archive_name_invalid` if the file's name isn't the name of an archive and `.jsonl.gz`.
    public init(path: String) throws(DomainError) {
        let file = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard file.hasSuffix(Self.suffix) else { throw .invalid(.archiveNameInvalid, text: file) }
        name = try ArchiveName(String(file.dropLast(Self.suffix.count)))
        self.path = path
    }

    /// Adds cargos as one group at the end of the file, creates the file if it isn't there, and reads the group back.
    ///
    /// What a crash left of a group at the end is cut off first. One program at a time adds to a file.
    /// - Returns: `corrupt_record` with rule `archive` if the file is damaged; `store_full`; `store_locked` if another program is adding to it;
    ///   `store_unavailable`.
    public func add(_ cargos: [ArchivedCargo]) async -> Result<ArchivePlace, DomainError> {
        Result { () throws(DomainError) in
            let file = try ArchiveDescriptor(path: path, isNew: true)
            try file.lock()
            let end = try endOfWholeMembers(file)
            let contents = contents(of: cargos)
            guard contents.count <= GzipMember.maximumContents else {
                throw .technical(.storeUnavailable, cause: "a group of \(contents.count) bytes is too large for \(path)")
            }
            let member = GzipMember.compressed(contents)
            try file.truncate(to: end)
            do throws(DomainError) {
                try file.write(member, at: end)
                try file.sync()
                let written = try file.bytes(from: end)
                guard written == member, try wholeGroup(at: 0, in: written)?.cargos == cargos else {
                    throw damaged("what was written at \(end) can't be read back")
                }
            } catch {
                // Otherwise the next group is written over what is left.
                try? file.truncate(to: end)
                throw error
            }
            let identity = try file.identity()
            readEnd.place.withLock { $0 = (identity, end + member.count) }
            return try ArchivePlace(archive: name, offset: Int64(end))
        }
    }

    /// Returns the cargo with an id, which is expected in the group at an offset, and looked for in the whole file otherwise.
    ///
    /// If several groups have it, the last one counts.
    /// - Throws: `corrupt_record` with rule `archive` if the file is damaged or doesn't have the cargo; `store_unavailable`.
    func cargo(_ trackingId: TrackingId, near offset: Int64) throws(DomainError) -> ArchivedCargo? {
        guard let file = try ArchiveDescriptor(reading: path) else { return nil }
        if let found = try firstGroup(file, from: Int(clamping: offset), only: trackingId)?.cargos.last { return found }
        var found: ArchivedCargo?
        try forEachGroup(file, only: trackingId) { group in found = group.cargos.last ?? found }
        guard let found else { throw damaged("it doesn't have the cargo \(trackingId)") }
        return found
    }

    /// Reads all cargos, group by group.
    /// - Throws: `corrupt_record` with rule `archive` at the first damage; `store_unavailable`.
    @concurrent
    public func forEachCargo(_ body: (ArchivedCargo) throws(DomainError) -> Void) async throws(DomainError) {
        guard let file = try ArchiveDescriptor(reading: path) else { throw .technical(.storeUnavailable, cause: "\(path) isn't there") }
        try forEachGroup(file) { (group) throws(DomainError) in
            for cargo in group.cargos { try body(cargo) }
        }
    }

    /// Replaces what the archive says of a customer, by writing the file anew beside the old one and renaming it (CRG-18, REP-11).
    /// - Returns: how many cargos were changed; with 0 the file stays as it is.
    /// - Throws: `corrupt_record` with rule `archive`; `store_full`, `store_locked`, `store_unavailable`: then the file is as it was.
    @concurrent
    public func erase(_ customer: CustomerId, as pseudonym: CustomerId) async throws(DomainError) -> Int {
        guard let file = try ArchiveDescriptor(reading: path) else { return 0 }
        try file.lock()
        var (changed, end) = (0, 0)
        try forEachGroup(file) { group in
            changed += group.cargos.count { $0.contents.cargo.customerId == customer }
            end += group.length
        }
        // What a crash left of a group at the end may be of the customer as well.
        let length = try file.length()
        if changed == 0, end == length { return 0 }
        let new = try ArchiveDescriptor(path: path + ".tmp", isNew: true)
        do throws(DomainError) {
            try new.lock()
            try new.truncate(to: 0)
            var end = 0
            try forEachGroup(file) { (group) throws(DomainError) in
                var erased: [ArchivedCargo] = []
                for cargo in group.cargos {
                    erased.append(cargo.contents.cargo.customerId == customer ? try cargo.erasing(customer, as: pseudonym) : cargo)
                }
                let member = GzipMember.compressed(contents(of: erased))
                try new.write(member, at: end)
                end += member.count
            }
            try new.sync()
            try new.rename(to: path)
        } catch {
            new.remove()
            throw error
        }
        return changed
    }

    // MARK: Groups

    /// How far a file was read; shared by the copies of its value.
    private final class ReadEnd: Sendable {
        let place = Mutex<(identity: ArchiveDescriptor.Identity?, offset: Int)>((nil, 0))
    }

    /// A group as it was read.
    private struct Group {
        /// Its cargos, or those of them that were wanted.
        let cargos: [ArchivedCargo]
        /// The length of its member in the file.
        let length: Int
    }

    private func contents(of cargos: [ArchivedCargo]) -> [UInt8] {
        var writer = JSONWriter(capacity: 1 << 20)
        writer.raw(#"{"archive":"#)
        writer.plain(name.text)
        writer.raw(#","format":"#)
        writer.integer(Self.format)
        writer.raw("}\n")
        for cargo in cargos { ArchiveLine.write(cargo, to: &writer) }
        return writer.bytes
    }

    /// Reads the group at an offset and no more of the file than that takes; nil if no whole group begins there.
    private func firstGroup(_ file: ArchiveDescriptor, from offset: Int, only wanted: TrackingId) throws(DomainError) -> Group? {
        var limit = 1 << 20
        while true {
            let bytes = try file.bytes(from: offset, limit: limit)
            switch member(at: 0, in: bytes) {
            case .whole(let contents, let length): return try group(contents, length: length, at: offset, only: wanted)
            case .cutOff where bytes.count == limit: limit *= 4  // safe: the file is that long
            default: return nil
            }
        }
    }

    private func forEachGroup(
        _ file: ArchiveDescriptor,
        only wanted: TrackingId? = nil,
        _ body: (Group) throws(DomainError) -> Void
    ) throws(DomainError) {
        let bytes = try file.bytes(from: 0)
        var offset = 0
        while offset < bytes.count {
            guard let group = try wholeGroup(at: offset, in: bytes, only: wanted) else { return }
            try body(group)
            offset += group.length
        }
    }

    /// Returns where the last whole group ends; what follows is the part of a group that a crash left.
    private func endOfWholeMembers(_ file: ArchiveDescriptor) throws(DomainError) -> Int {
        let identity = try file.identity()
        let known = readEnd.place.withLock { $0.identity == identity ? $0.offset : 0 }
        let start = try known <= file.length() ? known : 0
        let bytes = try file.bytes(from: start)
        var offset = 0
        while offset < bytes.count, let group = try wholeGroup(at: offset, in: bytes) { offset += group.length }
        return start + offset
    }

    /// Returns the group at an offset; nil if a crash left only a part of it.
    private func wholeGroup(at offset: Int, in bytes: [UInt8], only wanted: TrackingId? = nil) throws(DomainError) -> Group? {
        switch member(at: offset, in: bytes) {
        case .cutOff where !hasMember(after: offset, in: bytes): return nil
        // After a crash, the file system may have the length of what was written, but not the bytes.
        case .damaged where bytes.dropFirst(offset).allSatisfy({ $0 == 0 }): return nil
        case .whole(let contents, let length): return try group(contents, length: length, at: offset, only: wanted)
        default: throw damaged("the group at \(offset) isn't whole")
        }
    }

    /// Returns whether a whole member begins behind an offset, so that what begins at the offset isn't the end of the file that a crash left.
    private func hasMember(after offset: Int, in bytes: [UInt8]) -> Bool {
        var rest = bytes.dropFirst(offset + 1)
        while let place = rest.firstIndex(of: 0x1F) {
            rest = rest[place...]  // safe: the place is one of the rest
            if rest.starts(with: [0x1F, 0x8B, 8]), case .whole = member(at: place, in: bytes) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// Reads the contents of a group.
    /// - Parameter wanted: the only cargo to read; nil for all.
    private func group(_ contents: [UInt8], length: Int, at offset: Int, only wanted: TrackingId?) throws(DomainError) -> Group {
        var lines = contents.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)[...]
        guard let head = try lines.popFirst().map({ (line) throws(DomainError) in try parse(line, at: offset) }),
            case .text(name.text)? = head["archive"], case .integer(let format)? = head["format"]
        else { throw damaged("the group at \(offset) doesn't say that it belongs to this archive") }
        guard format == Self.format else {
            throw .technical(.storeSchemaUnsupported, cause: "\(path) has format \(format); this program reads format \(Self.format)")
        }
        var cargos: [ArchivedCargo] = []
        for line in lines {
            // Parsing all lines of a group takes long.
            if let wanted, !Self.mentions(wanted, in: line) { continue }
            let line = try parse(line, at: offset)
            if let wanted, ArchiveLine.trackingId(of: line) != wanted.text { continue }
            do throws(DomainError) { cargos.append(try ArchiveLine.read(line)) } catch {
                throw .corruptRecord(rule: "archive", id: ArchiveLine.trackingId(of: line), cause: "\(path): \(error.code.rawValue)")
            }
        }
        return Group(cargos: cargos, length: length)
    }

    /// Whether a line has an id in quotation marks, as the line of that cargo does.
    private static func mentions(_ trackingId: TrackingId, in line: ArraySlice<UInt8>) -> Bool {
        let name = Array("\"\(trackingId.text)\"".utf8)
        return line.withUnsafeBytes { line in
            guard let start = line.baseAddress else { return false }
            var place = 0
            // safe: the id begins, and ends, within the line
            while place + name.count <= line.count, let mark = memchr(start + place, Int32(name[0]), line.count - name.count - place + 1) {
                if memcmp(mark, name, name.count) == 0 { return true }
                place = start.distance(to: mark) + 1
            }
            return false
        }
    }

    private func member(at offset: Int, in bytes: [UInt8]) -> GzipMember.Reading {
        bytes.withUnsafeBytes { GzipMember.read(UnsafeRawBufferPointer(rebasing: $0.dropFirst(offset))) }
    }

    private func parse(_ line: ArraySlice<UInt8>, at offset: Int) throws(DomainError) -> Input {
        do throws(DomainError) {
            return try line.withUnsafeBufferPointer { (bytes) throws(DomainError) in
                try JSONParser.parse(UnsafeRawBufferPointer(bytes), hugeIntegers: .kept)
            }
        } catch { throw damaged("a line of the group at \(offset) isn't JSON") }
    }

    private func damaged(_ what: String) -> DomainError { .corruptRecord(rule: "archive", cause: "\(path): \(what)") }
}

extension ArchivedCargo {
    /// Returns the cargo without what it says of a customer.
    fileprivate func erasing(_ customer: CustomerId, as pseudonym: CustomerId) throws(DomainError) -> ArchivedCargo {
        let cargo = try contents.cargo.erasingCustomer(as: pseudonym).stored(as: contents.cargo.version)
        let handling = contents.handling.map { record in
            guard case .retraction(let retraction) = record else { return record }
            return .retraction(retraction.erased)
        }
        return ArchivedCargo(
            contents: StoredCargoContents(cargo: cargo, handling: handling, origins: contents.origins),
            events: events.map { $0.erasing(customer, as: pseudonym) },
            archivedAt: archivedAt
        )
    }
}

/// The archives in a directory.
public struct ArchiveDirectory: CargoArchives {
    private let path: String

    /// Names a directory, which needn't be there.
    public init(path: String) { self.path = path }

    /// Reads a cargo from the archive's file, if the directory has it.
    public func find(_ trackingId: TrackingId, at place: ArchivePlace) async -> Result<ArchivedCargo?, DomainError> {
        Result { () throws(DomainError) in
            try ArchiveFile(path: "\(path)/\(place.archive)\(ArchiveFile.suffix)").cargo(trackingId, near: place.offset)
        }
    }

    /// The archives, by name.
    /// - Throws: `store_unavailable` if the directory can't be read.
    public func all() throws(DomainError) -> [ArchiveFile] {
        guard let directory = opendir(path) else { throw .technical(.storeUnavailable, cause: "\(path) can't be read") }
        defer { closedir(directory) }
        var files: [ArchiveFile] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            // Other files may lie there as well.
            if name.hasSuffix(ArchiveFile.suffix), let file = try? ArchiveFile(path: "\(path)/\(name)") { files.append(file) }
        }
        return files.sorted { $0.name.text < $1.name.text }
    }
}
