import Foundation

/// Both stores with many cargos, closed, in one directory.
struct LargeStores {
    let path: String
    let count: Int
    /// The version of each contender's cargos.
    let versions: Turns

    var ours: String { path + "/store" }
    var sqlite: String { path + "/peer.sqlite" }

    static func make(in path: String, count: Int) async throws -> LargeStores {
        let stores = LargeStores(path: path, count: count, versions: Turns(count: count))
        Workshop.tell("filling two stores with \(count) cargos each")
        let ours = try await seconds {
            let contender = try await JournalContender.open(stores.ours, durability: .none)
            try await contender.fill(count)
            await contender.store.close()
        }
        let peer = try await seconds {
            let contender = try SQLiteContender(stores.sqlite)
            try contender.fill(count)
            try contender.pool.close()
        }
        // Sync now, so that the rows don't pay for what was written without a sync.
        sync()
        Workshop.tell("filled in \(Int(ours)) s and \(Int(peer)) s")
        return stores
    }

    /// Removes the index snapshots, so that the next open has to scan the journal.
    func removeSnapshots() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: ours) where name.hasPrefix("index-") {
            try FileManager.default.removeItem(atPath: ours + "/" + name)
        }
    }
}
