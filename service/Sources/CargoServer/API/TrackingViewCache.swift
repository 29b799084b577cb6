import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird
import NIOCore
import Synchronization

/// Answers requests for tracking views, and keeps the rendered ones: a view is made again only if something that it shows has changed.
///
/// A kept view is checked against the store's versions for each request, so an answer is as current as one that is made from scratch. Needs a
/// store that tells versions; otherwise nothing is kept.
final class TrackingViewCache: Sendable {
    let kit: CargoKit
    private let kept = Shelf()

    init(_ kit: CargoKit) { self.kit = kit }

    /// A rendered view and its tag.
    struct Rendering: Sendable {
        let bytes: ByteBuffer
        let tag: String
    }

    /// Returns the view of a cargo that is kept; nil if none is, or if finding out whether it is still current takes waiting.
    func keptView(of trackingId: TrackingId, showsCustomer: Bool) -> Rendering? {
        guard let versions = kit.store.versions,
            let (rendering, basis) = kept.find(Key(trackingId: trackingId, showsCustomer: showsCustomer)),
            let present = versions.versionsWithoutWaiting(of: basis.aggregates)
        else { return nil }
        return basis.holds(for: present, at: kit.clock.now()) ? rendering : nil
    }

    /// Returns the rendered view of a cargo.
    func view(of request: CargoRequest, showsCustomer: Bool) async -> Result<Rendering, DomainError> {
        let key = Key(trackingId: request.trackingId, showsCustomer: showsCustomer)
        if let versions = kit.store.versions, let (rendering, basis) = kept.find(key) {
            switch await versions.versions(of: basis.aggregates) {
            case .failure: break  // The reads below tell what is wrong.
            case .success(let present): if basis.holds(for: present, at: kit.clock.now()) { return .success(rendering) }
            }
        }
        return await TrackCargo(kit).executeWithBasis(request).map { view, basis in
            var writer = JSONWriter()
            view.write(to: &writer, showsCustomer: showsCustomer)
            let rendering = Rendering(bytes: ByteBuffer(bytes: writer.bytes), tag: EntityTag.of(writer.bytes))
            if let basis { kept.keep(rendering, basis, for: key) }
            return rendering
        }
    }

    private struct Key: Hashable {
        let trackingId: TrackingId
        let showsCustomer: Bool
    }

    /// Keeps the 2,048 views of up to 16 KB that were asked for last, and up to as many that were asked for before.
    private final class Shelf: Sendable {
        // safe throughout [key]: a half is a dictionary
        private typealias Half = [Key: (Rendering, TrackCargo.Basis)]

        private static let halfCount = 2048
        private static let maximumBytes = 16 << 10
        private let halves = Mutex<(newer: Half, older: Half)>(([:], [:]))

        func find(_ key: Key) -> (Rendering, TrackCargo.Basis)? {
            halves.withLock { halves in
                if let entry = halves.newer[key] { return entry }
                guard let entry = halves.older.removeValue(forKey: key) else { return nil }
                Self.add(entry, key, &halves)
                return entry
            }
        }

        func keep(_ rendering: Rendering, _ basis: TrackCargo.Basis, for key: Key) {
            if rendering.bytes.readableBytes <= Self.maximumBytes { halves.withLock { Self.add((rendering, basis), key, &$0) } }
        }

        private static func add(_ entry: (Rendering, TrackCargo.Basis), _ key: Key, _ halves: inout (newer: Half, older: Half)) {
            if halves.newer.count >= halfCount { halves = ([:], halves.newer) }
            halves.newer[key] = entry
        }
    }
}
