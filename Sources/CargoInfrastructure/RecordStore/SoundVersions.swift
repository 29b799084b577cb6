import CargoDomain
import Synchronization

/// Remembers which versions of cargos the store has recently decoded or written, and so knows to be valid.
///
/// A save must not overwrite a broken cargo. If the caller has just loaded the cargo, the store need not decode it again to check. A
/// version of an id never changes, so an entry stays correct. The table takes 512 KB and holds the last known version of some ten
/// thousand cargos; a cargo that was displaced is decoded again.
final class SoundVersions: Sendable {
    private struct Mark {
        /// The hash of the id.
        var id = 0
        var version: Int64 = 0
    }

    /// The number of marks in a set.
    ///
    /// The hash of an id chooses the set; within it, a new id displaces the one that came first.
    private static let setSize = 4
    private let marks = Mutex([Mark](repeating: Mark(), count: 1 << 15))

    func note(_ trackingId: TrackingId, version: Int64) {
        let id = trackingId.hashValue
        marks.withLock { marks in
            let places = Self.set(of: id, in: marks)
            // A known id keeps its place, so that a cargo that is saved over and over displaces no other.
            var place = places.first { marks[$0].id == id } ?? places.upperBound - 1
            if marks[place].id != id {
                while place > places.lowerBound {
                    marks[place] = marks[place - 1]
                    place -= 1
                }
            }
            if marks[place].id != id || marks[place].version < version { marks[place] = Mark(id: id, version: version) }
        }
    }

    /// Returns whether this version is known to be valid, or there is a later one.
    ///
    /// A save over a version that isn't the latest overwrites nothing.
    func contains(_ trackingId: TrackingId, version: Int64) -> Bool {
        let id = trackingId.hashValue
        return marks.withLock { marks in Self.set(of: id, in: marks).contains { marks[$0].id == id && marks[$0].version >= version } }
    }

    private static func set(of id: Int, in marks: [Mark]) -> Range<Int> {
        let first = id & (marks.count - 1) & ~(setSize - 1)
        return first..<first + setSize
    }
}
