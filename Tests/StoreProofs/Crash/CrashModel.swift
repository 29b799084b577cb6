#if DEBUG || STORE_PROOFS
import CargoTesting

/// A model of what a disk may contain after a crash, given the operations before it.
///
/// - Each 512-byte sector has any of the versions it had since the last sync of its file, independently of the other sectors.
/// - A file has any length it had since its last sync, or ends at a sector boundary in between. Bytes that were never written are zeros or
///   garbage.
/// - What a failed sync should have stored may be there or be lost for good, unless it is written and synced again.
/// - Files appear, disappear and change their names durably only when their directory is synced. Before that, each change may have happened
///   or not, independently of the others. Syncing a file doesn't sync its name.
struct CrashModel {
    static let sectorLength = 512

    private struct Sector {
        /// The first version is on disk for certain or, after a failed sync, the version before it.
        var versions: [[UInt8]]
        var hasFailed = false
    }

    private struct File {
        var durable: [UInt8] = []
        var cached: [UInt8] = []
        var sectors: [Int: Sector] = [:]
        /// The possible lengths.
        ///
        /// The first is the length on disk.
        var lengths = [0]

        init(_ bytes: [UInt8] = []) {
            durable = bytes
            cached = bytes
            lengths = [bytes.count]
        }

        static func sector(_ number: Int, of bytes: [UInt8]) -> [UInt8] {
            let start = min(number * sectorLength, bytes.count)
            let part = bytes[start..<min(start + sectorLength, bytes.count)]
            return part + Array(repeating: 0, count: sectorLength - part.count)
        }

        mutating func write(_ bytes: [UInt8], at offset: Int) {
            let before = cached.count
            if offset + bytes.count > before { cached.append(contentsOf: repeatElement(0, count: offset + bytes.count - before)) }
            let old = sectors
            var first: [Int: [UInt8]] = [:]
            let touched = offset / sectorLength...max(offset, offset + bytes.count - 1) / sectorLength
            for number in touched where old[number] == nil { first[number] = Self.sector(number, of: durable) }
            cached.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            for number in touched {
                let version = Self.sector(number, of: cached)
                var sector = sectors[number] ?? Sector(versions: [first[number] ?? []])
                if sector.versions.last != version { sector.versions.append(version) }
                sector.hasFailed = false
                sectors[number] = sector
            }
            if cached.count > before {
                let boundaries = stride(from: (before / sectorLength + 1) * sectorLength, to: cached.count, by: sectorLength)
                lengths.append(contentsOf: Array(boundaries) + [cached.count])
            }
        }

        mutating func truncate(to length: Int) {
            if length < cached.count { cached.removeLast(cached.count - length) }
            if length > cached.count { cached.append(contentsOf: repeatElement(0, count: length - cached.count)) }
            lengths.append(length)
        }

        mutating func sync() {
            durable = cached
            sectors = sectors.filter { $0.value.hasFailed }
            lengths = [cached.count]
        }

        mutating func failSync() { for number in sectors.keys { sectors[number]?.hasFailed = true } }

        var isSettled: Bool { sectors.isEmpty && Set(lengths).count == 1 }

        /// Returns the numbers of the unsynced sectors within a length, in order.
        func open(at length: Int) -> [Int] { sectors.keys.filter { $0 * sectorLength < length }.sorted() }

        var distinctLengths: [Int] {
            var seen: Set<Int> = []
            return lengths.filter { seen.insert($0).inserted }
        }

        /// The number of ways in which the file may have survived.
        var optionCount: Double {
            distinctLengths.reduce(0) { sum, length in
                let fillings: Double = length > durable.count ? 2 : 1
                return sum + open(at: length).reduce(fillings) { $0 * Double(sectors[$1]?.versions.count ?? 1) }
            }
        }

        /// Returns the file in one of those ways, by number.
        func bytes(option: Int) -> [UInt8] {
            var rest = option
            for length in distinctLengths {
                let fillings = length > durable.count ? 2 : 1
                let open = open(at: length)
                let count = open.reduce(fillings) { $0 * (sectors[$1]?.versions.count ?? 1) }
                if rest >= count {
                    rest -= count
                    continue
                }
                let isGarbage = rest % fillings == 1
                rest /= fillings
                var choice: [Int: Int] = [:]
                for number in open {
                    let versions = sectors[number]?.versions.count ?? 1
                    choice[number] = rest % versions
                    rest /= versions
                }
                return bytes(length: length, isGarbage: isGarbage, choice)
            }
            return cached
        }

        /// Returns the file in a random way.
        ///
        /// Nearly everything, nearly nothing, and single holes are frequent.
        func bytes(using source: inout SplitMix64) -> [UInt8] {
            let lengths = distinctLengths
            let length =
                Int.random(in: 0..<3, using: &source) > 0 ? lengths[lengths.count - 1] : lengths.randomElement(using: &source) ?? 0
            let open = open(at: length)
            let kept = [5, 50, 50, 95, 100][Int.random(in: 0..<5, using: &source)]
            let hole = open.randomElement(using: &source)
            let hasHole = Int.random(in: 0..<3, using: &source) == 0
            var choice: [Int: Int] = [:]
            for number in open {
                let last = (sectors[number]?.versions.count ?? 1) - 1
                let isWhole = hasHole ? number != hole : Int.random(in: 0..<100, using: &source) < kept
                choice[number] = isWhole ? last : Int.random(in: 0...last, using: &source)
            }
            return bytes(length: length, isGarbage: Bool.random(using: &source), choice)
        }

        private func bytes(length: Int, isGarbage: Bool, _ choice: [Int: Int]) -> [UInt8] {
            var bytes = Array(durable.prefix(length))
            if bytes.count < length {
                let missing = bytes.count..<length
                bytes.append(contentsOf: missing.lazy.map { isGarbage ? UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 3 | 1) : 0 })
            }
            for (number, version) in choice {
                guard let sector = sectors[number], version > 0 || sector.hasFailed else { continue }
                let start = number * sectorLength
                let end = min(start + sectorLength, length)
                bytes.replaceSubrange(start..<end, with: sector.versions[version][..<(end - start)])
            }
            return bytes
        }
    }

    private enum NameChange {
        case create(String, UInt64)
        case rename(String, String, UInt64)
        case remove(String)
        case makeDirectory(String)

        var path: String {
            switch self {
            case .create(let path, _), .rename(_, let path, _), .remove(let path), .makeDirectory(let path): path
            }
        }
    }

    private var files: [UInt64: File] = [:]
    private var names: [String: UInt64]
    private var directories: Set<String>
    private var pending: [NameChange] = []

    /// Starts with what is on disk for certain.
    init(_ disk: SimulatedDisk) {
        let contents = disk.contents
        names = contents.numbers
        directories = Set(contents.directories)
        for (path, number) in contents.numbers { files[number] = File(contents.files[path] ?? []) }
    }

    mutating func apply(_ operation: DiskOperation) {
        switch operation {
        case .create(let path, let file):
            files[file] = File()
            pending.append(.create(path, file))
        case .write(let file, let offset, let bytes): files[file]?.write(bytes, at: offset)
        case .truncate(let file, let length): files[file]?.truncate(to: length)
        case .sync(let file): files[file]?.sync()
        case .failedSync(let file): files[file]?.failSync()
        case .syncDirectory(let path):
            for change in pending where Self.parent(of: change.path) == path { Self.make(change, &names, &directories) }
            pending.removeAll { Self.parent(of: $0.path) == path }
        case .rename(let old, let new, let file): pending.append(.rename(old, new, file))
        case .remove(let path): pending.append(.remove(path))
        case .makeDirectory(let path): pending.append(.makeDirectory(path))
        case .permit: break
        }
    }

    private static func make(_ change: NameChange, _ names: inout [String: UInt64], _ directories: inout Set<String>) {
        switch change {
        case .create(let path, let file): names[path] = file
        case .rename(let old, let new, let file):
            if names[old] == file { names[old] = nil }
            names[new] = file
        case .remove(let path): names[path] = nil
        case .makeDirectory(let path): directories.insert(path)
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    // MARK: States

    /// Returns the names after a crash.
    ///
    /// The bits of `kept` select which pending changes happened.
    private func names(kept: Int) -> (names: [String: UInt64], directories: Set<String>) {
        var names = names
        var directories = directories
        for (place, change) in pending.enumerated() where kept >> place & 1 == 1 { Self.make(change, &names, &directories) }
        // A path in a directory that doesn't exist doesn't exist either.
        func isThere(_ path: String) -> Bool {
            let parent = Self.parent(of: path)
            return parent == "/" || (directories.contains(parent) && isThere(parent))
        }
        return (names.filter { isThere($0.key) }, directories.filter { $0 == "/" || isThere($0) })
    }

    /// Whether no process reads a file after a crash.
    ///
    /// The contents of such files are drawn, not enumerated.
    private static func isIgnored(_ path: String) -> Bool { path.hasSuffix("/LOCK") || path.hasSuffix("/STATE") || path.hasSuffix(".tmp") }

    /// The total length of all files.
    var length: Int { files.values.reduce(0) { $0 + $1.cached.count } }

    /// The number of ways in which the disk may have survived.
    var stateCount: Double {
        (0..<1 << pending.count).reduce(0) { sum, kept in
            let names = names(kept: kept).names
            return sum + names.reduce(1) { $0 * (Self.isIgnored($1.key) ? 1 : files[$1.value]?.optionCount ?? 1) }
        }
    }

    /// Enumerates all states if there are at most `limit`, otherwise draws that many.
    func states(limit: Int, using source: inout SplitMix64, _ body: (CrashState) -> Void) {
        if stateCount <= Double(limit) { return everyState(using: &source, body) }
        for _ in 0..<limit {
            let masks = 1 << pending.count
            let kept = Bool.random(using: &source) ? masks - 1 : Int.random(in: 0..<masks, using: &source)
            let (names, directories) = names(kept: kept)
            var state = CrashState(directories: directories.sorted())
            for (path, number) in names { state.files[path] = files[number]?.bytes(using: &source) }
            body(state)
        }
    }

    private func everyState(using source: inout SplitMix64, _ body: (CrashState) -> Void) {
        for kept in 0..<1 << pending.count {
            let (names, directories) = names(kept: kept)
            var state = CrashState(directories: directories.sorted())
            var open: [(path: String, file: File, count: Int)] = []
            for (path, number) in names {
                guard let file = files[number] else { continue }
                if file.isSettled || Self.isIgnored(path) {
                    state.files[path] = file.isSettled ? file.durable : file.bytes(using: &source)
                } else {
                    open.append((path, file, Int(file.optionCount)))
                }
            }
            for option in 0..<open.reduce(1, { $0 * $1.count }) {
                var rest = option
                for (path, file, count) in open {
                    state.files[path] = file.bytes(option: rest % count)
                    rest /= count
                }
                body(state)
            }
        }
    }
}

/// A disk in a state that a crash can leave.
struct CrashState: Hashable, Sendable {
    var directories: [String]
    var files: [String: [UInt8]] = [:]

    var disk: SimulatedDisk { SimulatedDisk(files: files, directories: directories.filter { $0 != "/" }) }
}
#endif
