import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure

@Suite("Concurrent calls to a remote")
struct SharedFetchTests {
    let remote = HeldRemote()
    let cache = InMemoryCargoCache()
    let cargos: CachedCargoRepository

    init() { cargos = CachedCargoRepository(remote: remote, cache: cache, timeToLive: .stub(), clock: FixedClock()) }

    /// Starts callers and waits until they have joined the call for a cargo.
    private func callers(_ count: Int, of id: String = "ABC123", joining before: Int = 0) async throws -> [Task<
        Result<Fetched<Cargo>, DomainError>, Never
    >] {
        var tasks: [Task<Result<Fetched<Cargo>, DomainError>, Never>] = []
        for number in 1...count {
            tasks.append(Task { [cargos] in await cargos.fetch(.stub(id)) })
            try await until { cargos.fetches.callers(of: .stub(id)) == before + number }
        }
        return tasks
    }

    @Test("CCH-11: 20 concurrent misses of one cargo share one call and its result; another cargo is another call")
    func oneCall() async throws {
        let tasks = try await callers(20)
        let other = try await callers(1, of: "OTHER")
        remote.answer(0, .success(.stub(version: 3)))
        remote.answer(1, .success(.stub("OTHER", version: 1)))
        for task in tasks { #expect(try await task.value.get() == .remote(.stub(version: 3), asOf: .stub())) }
        #expect(try await other[0].value.get().value.trackingId == .stub("OTHER"))
        #expect(remote.calls == [.stub(), .stub("OTHER")])
        #expect(cache.all.map(\.cargo.version) == [3, 1])
    }

    @Test("CCH-11: all waiting callers get a failure, and the next caller makes a new call")
    func failure() async throws {
        let tasks = try await callers(3)
        remote.answer(0, .failure(.technical(.remoteTimeout)))
        for task in tasks { #expect(await task.value == .failure(.technical(.remoteTimeout))) }
        let again = try await callers(1)
        remote.answer(1, .success(.stub(version: 1)))
        #expect(try await again[0].value.get().value.version == 1)
    }

    @Test("CCH-11: a cancelled caller doesn't end the call for the others")
    func oneLeaves() async throws {
        let tasks = try await callers(3)
        tasks[0].cancel()
        try await until { cargos.fetches.callers(of: .stub()) == 2 }
        #expect(remote.cancelled == [])
        remote.answer(0, .success(.stub(version: 1)))
        for task in tasks { #expect(try await task.value.get().value.version == 1) }
    }

    @Test("CCH-11: cancelling the last caller ends the call, and nothing is cached")
    func allLeave() async throws {
        let tasks = try await callers(2)
        for task in tasks { task.cancel() }
        try await until { remote.cancelled == [0] }
        for task in tasks { #expect(await task.value == .failure(.technical(.remoteUnavailable))) }
        #expect(cache.all == [])
    }

    @Test("CCH-11: a caller cancelled before it calls doesn't end the call")
    func cancelledBefore() async throws {
        let task = Task { [cargos] in
            while !Task.isCancelled { await Task.yield() }
            return await cargos.fetch(.stub())
        }
        task.cancel()
        try await until { remote.calls.count == 1 }
        remote.answer(0, .success(.stub(version: 1)))
        #expect(try await task.value.get().value.version == 1)
        #expect(remote.cancelled == [])
    }

    @Test("CCH-11: after all callers have left, the next one makes a new call")
    func afterAllLeft() async throws {
        let first = try await callers(1)
        first[0].cancel()
        try await until { remote.cancelled == [0] }
        let second = try await callers(1)
        remote.answer(1, .success(.stub(version: 1)))
        #expect(try await second[0].value.get().value.version == 1)
        #expect(remote.calls.count == 2)
    }

    @Test("CCH-4, CCH-11: a cancelled caller gets the call's outcome, not a stale value")
    func noFallback() async throws {
        _ = await cache.update([.stub()]) { _, _ in .stub(inDoubt: true) }
        let tasks = try await callers(1)
        tasks[0].cancel()
        #expect(await tasks[0].value == .failure(.technical(.remoteUnavailable)))
        #expect(cache.all == [.stub(inDoubt: true)])
    }

    @Test("CCH-7, CCH-11: a result that a save overtook isn't cached, and a caller after the save doesn't get it")
    func overtakenBySave() async throws {
        let early = try await callers(1)
        try await cargos.save(.stub()).get()
        #expect(cache.all.map(\.cargo.version) == [1])
        _ = await cache.update([.stub()]) { _, old in old?.inDoubt }
        let late = try await callers(1)
        remote.answer(1, .success(.stub(version: 2)))
        #expect(try await late[0].value.get().value.version == 2)
        remote.answer(0, .failure(.cargoNotFound(.stub())))
        #expect(await early[0].value == .failure(.cargoNotFound(.stub())))
        #expect(cache.all == [.stub(version: 2)])
    }

    @Test("CCH-7: during a save no cached value is fresh and no call is shared")
    func duringSave() async throws {
        _ = await cache.update([.stub()]) { _, _ in .stub() }
        cargos.fetches.beginSave(.stub())
        let tasks = (0..<2).map { _ in Task { [cargos] in await cargos.fetch(.stub()) } }
        try await until { remote.calls.count == 2 }
        for call in 0..<2 { remote.answer(call, .success(.stub(version: 2))) }
        for task in tasks { #expect(try await task.value.get().value.version == 2) }
        #expect(cache.all == [.stub()])
        cargos.fetches.endSave(.stub())
        #expect(try await cargos.fetch(.stub()).get().source == .cache)
    }

    @Test("CCH-11: noCache never shares a call")
    func noCache() async throws {
        let tasks = try await callers(1)
        let own = Task { [cargos] in await cargos.fetch(.stub(), policy: .noCache) }
        try await until { remote.calls.count == 2 }
        remote.answer(1, .success(.stub(version: 9)))
        #expect(try await own.value.get().value.version == 9)
        remote.answer(0, .success(.stub(version: 1)))
        #expect(try await tasks[0].value.get().value.version == 1)
    }
}
