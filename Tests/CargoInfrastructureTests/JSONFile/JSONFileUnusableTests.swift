import CargoInfrastructure
import Foundation
import Testing

@testable import RecordJournal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Stores that can't be used: locked, in another format, removed, or not a store.
@Suite("Unusable journals")
struct JSONFileUnusableTests {
    let directory = TemporaryDirectory()

    // MARK: Locks

    @Test("A lock that isn't released is store_locked with the holder's process id for writers; opening and reading work")
    func lockedStore() async throws {
        let engine = try await JournalEngine.open(directory.store, .alone(timeLimit: 30))
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        let holder = try StoreLocks(StoreDirectory(path: directory.store, fileSystem: POSIXFileSystem()), .readWrite)
        try holder.acquire(.append, timeLimit: 0)
        let outcome = await engine.commit([.cargo("ABC", 1)])
        guard case .failed(let error) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(error.code == .storeLocked)
        #expect(error.cause.contains("held by process \(getpid())"))
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
        let reader = try await JournalEngine.open(directory.store, .alone(timeLimit: 30))
        #expect(await reader.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
        try holder.release(.append)
        #expect(await engine.commit([.cargo("ABC", 1)]) == .committed)
    }

    // MARK: Stores that cannot be used

    @Test("A path that is a file or below one is store_unavailable")
    func pathIsFile() async throws {
        try directory.write([1, 2, 3], to: directory.store)
        for path in [directory.store, directory.store + "/deeper"] {
            let error = await failure { () throws(JournalError) in try await JournalEngine.open(path) }
            #expect(error?.code == .storeUnavailable)
            #expect(error?.cause.contains("Not a directory") == true)
        }
    }

    @Test("A directory on a remote file system is rejected unless allowed")
    func networkFileSystem() async throws {
        let disk = FaultyFileSystem { call, _, _ in call == "isRemote" ? .error(0) : nil }
        var options = JournalOptions.alone(disk)
        #expect(
            await failure { () throws(JournalError) in try await JournalEngine.open(directory.store, options) }?.code == .storeUnavailable
        )
        options.allowsNetworkFileSystem = true
        #expect(await (try JournalEngine.open(directory.store, options)).commit([.cargo("ABC", 0)]) == .committed)
    }

    #if !canImport(Darwin)
    @Test("The mount table identifies remote file systems by type")
    func mountTable() {
        let table = MountTable(
            text: """
                25 30 0:23 / /proc rw,nosuid shared:13 - proc proc rw
                30 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
                41 30 0:52 / /mnt/far rw,relatime shared:9 master:2 - nfs4 host:/export rw,vers=4.2
                """
        )
        #expect(!table.isRemote(device: 254 << 8))
        #expect(table.isRemote(device: 52))
        #expect(!table.isRemote(device: 99))
    }

    @Test(
        "File systems that other machines can write to are remote",
        arguments: [
            "nfs", "nfs4", "cifs", "smb3", "afs", "9p", "ceph", "lustre", "glusterfs", "beegfs", "ocfs2", "gfs2", "virtiofs", "vboxsf",
            "vmhgfs", "prl_fs", "fuse.vmhgfs-fuse", "fuse.gcsfuse", "fuse.juicefs", "fuse.sshfs", "fuse.s3fs",
        ]
    )
    func remoteType(_ type: String) {
        let table = MountTable(text: "41 30 0:52 / /mnt/far rw,relatime shared:9 master:2 - \(type) source rw")
        #expect(table.isRemote(device: 52))
    }

    @Test("File systems of this machine aren't remote", arguments: ["ext4", "xfs", "btrfs", "zfs", "f2fs", "tmpfs", "overlay", "fuseblk"])
    func localType(_ type: String) {
        let table = MountTable(text: "41 30 0:52 / /mnt/near rw,relatime shared:9 master:2 - \(type) source rw")
        #expect(!table.isRemote(device: 52))
    }
    #endif

    @Test("A newer format is store_schema_unsupported; a newer minimum writer is too, for writing only")
    func newerFormats() async throws {
        #expect(await (try JournalEngine.open(directory.store)).commit([.cargo("ABC", 0)]) == .committed)
        let manifest = directory.store + "/MANIFEST.json"
        var newer = JournalManifest.first
        newer.minWriter = JournalManifest.writer + 1
        try directory.write(newer.bytes, to: manifest)
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
        #expect(code(await engine.commit([.cargo("ABC", 1)])) == .storeSchemaUnsupported)

        let format = "\"format\":\(JournalManifest.format + 1)"
        var bytes = Array(String(decoding: newer.bytes, as: UTF8.self).replacingOccurrences(of: "\"format\":1", with: format).utf8)
        RecordLine.seal(from: 0, in: &bytes)
        try directory.write(bytes, to: manifest)
        let error = await failure { () throws(JournalError) in try await JournalEngine.open(directory.store) }
        #expect(error?.code == .storeSchemaUnsupported)
    }

    @Test("A document with a newer schema is neither read nor overwritten; others are")
    func newerDocument() async throws {
        let newKind = JournalKind("cargo", schema: RecordKind.cargo.schema + 1)
        let newer = try await JournalEngine.open(directory.store, kinds: [newKind], options: .alone())
        let write = JournalWrite(kind: newKind, id: "NEW", expectedVersion: 0, document: Array("{}".utf8))
        #expect(await newer.commit([write]) == .committed)
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.state(.cargo, "NEW") == "store_schema_unsupported")
        #expect(code(await engine.commit([.cargo("NEW", 1)])) == .storeSchemaUnsupported)
        #expect(await engine.commit([.cargo("OLD", 0)]) == .committed)
        #expect(await engine.state(.cargo, "OLD") == "1 {\"text\":\"x\"}")
    }

    @Test("A store that is deleted under an open engine is store_unavailable, not empty")
    func deletedStore() async throws {
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        try FileManager.default.removeItem(atPath: directory.store)
        #expect(await engine.state(.cargo, "ABC") == "store_unavailable")
        #expect(code(await engine.commit([.cargo("ABC", 1)])) == .storeUnavailable)
    }

    @Test("A store that is deleted and recreated under an open engine is locked by the new lock file")
    func remadeStore() async throws {
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        try FileManager.default.removeItem(atPath: directory.store)
        #expect(await (try JournalEngine.open(directory.store)).commit([.cargo("DEF", 0, "new")]) == .committed)
        #expect(await engine.commit([.cargo("DEF", 1, "newer")]) == .committed)
        #expect(await engine.state(.cargo, "ABC") == "absent")
        let again = try await JournalEngine.open(directory.store)
        #expect(await again.state(.cargo, "DEF") == "2 {\"text\":\"newer\"}")
    }

    @Test("A store without a lock file, such as a copy, can be read and written")
    func missingLock() async throws {
        #expect(await (try JournalEngine.open(directory.store)).commit([.cargo("ABC", 0)]) == .committed)
        try FileManager.default.removeItem(atPath: directory.store + "/LOCK")
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
        #expect(await engine.commit([.cargo("ABC", 1)]) == .committed)
    }

    @Test("A writer whose lock file was replaced switches to the new one")
    func replacedLock() async throws {
        let engine = try await JournalEngine.open(directory.store, .alone(timeLimit: 30))
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        try FileManager.default.removeItem(atPath: directory.store + "/LOCK")
        let holder = try StoreLocks(StoreDirectory(path: directory.store, fileSystem: POSIXFileSystem()), .readWriteOrCreate)
        try holder.acquire(.append, timeLimit: 0)
        #expect(code(await engine.commit([.cargo("ABC", 1)])) == .storeLocked)
        try holder.release(.append)
        #expect(await engine.commit([.cargo("ABC", 1)]) == .committed)
    }
}
