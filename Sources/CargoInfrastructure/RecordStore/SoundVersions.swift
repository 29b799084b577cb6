import CargoDomain
import Synchronization

/// Remembers which versions of cargos the store has recently decoded or written, and so knows to be valid.
///
/// A save must not overwrite a broken cargo. If the caller has just loaded the cargo, the store need not decode it again to check. A
/// version of an id never changes, so an entry stays correct. The table takes 128 KB and holds some thousands of cargos; a cargo that was
/// displaced is decoded again.
final class SoundVersions: Sendable {
    private let marks = Mutex([Int](repeating: 0, count: 1 << 14))

    func note(_ trackingId: TrackingId, version: Int64) {
        let mark = Self.mark(trackingId, version)
        marks.withLock { $0[mark & ($0.count - 1)] = mark }
    }

    func contains(_ trackingId: TrackingId, version: Int64) -> Bool {
        let mark = Self.mark(trackingId, version)
        return marks.withLock { $0[mark & ($0.count - 1)] == mark }
    }

    private static func mark(_ trackingId: TrackingId, _ version: Int64) -> Int {
        var hasher = Hasher()
        hasher.combine(trackingId)
        hasher.combine(version)
        return hasher.finalize()
    }
}
