import CargoDomain
import Synchronization

/// Keeping up with a manifest that only sealed what this engine has read already: no need to read it all again.
extension JournalEngine {
    /// Goes on from the manifest known to the one in force; false where that one does more than seal segments.
    func adopt(_ files: inout WriterFiles) throws(DomainError) -> Bool {
        guard let (manifest, descriptor) = try directory.readManifest() else { return false }
        let (known, start, isFrozen, isDamaged) = published.withLock { ($0.manifest, $0.end, $0.isFrozen, !$0.index.damage.isEmpty) }
        guard let known, !isFrozen, !isDamaged, manifest.sealed.count > known.sealed.count, manifest.sealed.starts(with: known.sealed),
            let first = manifest.sealed[known.sealed.count...].first, first.number == known.active, first.length >= start
        else { return false }
        var items: [JournalItem] = []
        var opened: [UInt32: FileDescriptor] = [:]
        let identity: FileStatus.Identity
        do throws(SystemError) {
            identity = try fileSystem.status(of: descriptor).identity
            for sealed in manifest.sealed[known.sealed.count...] {
                let file = try fileSystem.open(directory.segmentPath(sealed.number), .read)
                opened[sealed.number] = file
                let range = (sealed.number == known.active ? start : 0)..<sealed.length
                _ = try SegmentScanner.scan(fileSystem, file, segment: sealed.number, range: range, isSealed: true, into: &items)
            }
            opened[manifest.active] = try fileSystem.open(directory.segmentPath(manifest.active), .read)
        } catch {
            // A compaction may have removed them meanwhile: everything is read anew.
            if error.isMissing { return false }
            throw error.domainError
        }
        if items.contains(where: { if case .damage = $0 { true } else { false } }) { return false }
        published.withLock { published in
            for item in items { published.index.take(item) }
            published.manifest = manifest
            published.manifestFile = identity
            published.manifestDescriptor = descriptor
            published.segments.merge(opened) { _, new in new }
            published.end = 0
            published.torn = nil
        }
        files.active = nil
        files.durableEnd = 0
        files.markedEnd = 0
        return true
    }
}
