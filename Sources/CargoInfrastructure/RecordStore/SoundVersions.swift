import CargoDomain
import Synchronization

/// The versions of cargos that a store has itself decoded or written of late, and so knows to be sound.
///
/// A save must not lay itself over a broken cargo; whoever has just loaded it need not decode it again to know. A version of an id is one
/// record for ever, so what is known of it stays true. 128 KB, some thousand cargos; what does not fit is decoded again.
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
