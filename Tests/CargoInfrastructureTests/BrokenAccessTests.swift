import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure

@Suite("Broken entries of access")
struct BrokenAccessTests {
    let directory = TemporaryDirectory()

    @Test("REP-5: a broken token doesn't count, of the holder of a broken sign-out everything has ended, and the others are read")
    func broken() async throws {
        let store = try await JSONFileStore.open(directory.store)
        let access = try #require(store.access)
        #expect(try await access.save(.token(.stub("sound"))).get())
        var signOut = SignOut(.subject("a"))
        signOut.end(SignOut.Session(id: "s", until: .stub(day: 1)), at: .stub())
        #expect(try await access.save(.signOut(signOut)).get())
        let broken = [
            RecordWrite(kind: .access, id: "token:broken", expectedVersion: 0, document: Array(#"{"name":"broken"}"#.utf8)),
            RecordWrite(kind: .access, id: AccessEntry.signOut(signOut).id, expectedVersion: 1, document: Array("{}".utf8)),
        ]
        #expect(await store.recordStore.commit(broken) == .committed)
        let all = try await access.findAll().get()
        #expect(all.compactMap(\.token?.name.text) == ["sound"])
        let ended = try #require(all.compactMap(\.signOut).first)
        #expect(ended.version == 2 && ended.holder == signOut.holder && ended.hasEnded("other", begunAt: .stub(day: 9)))
        #expect(!ended.isOver(at: .stub(day: 9999)))
        #expect(try await store.verify().get().count == 2)
        await store.close()
    }
}
