import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure

@Suite("Cache policies")
struct CachePolicyTests {
    /// The calls that a policy made, in order, and the result.
    struct Trace: Equatable {
        var steps: [String] = []
        var result: Result<Fetched<Int>, DomainError>?
    }

    static let fresh = Fetched(value: 1, asOf: .stub(), source: .cache, isStale: false)
    static let stale = Fetched(value: 1, asOf: .stub(), source: .cache, isStale: true)
    static let answer = Fetched(value: 2, asOf: .stub(), source: .remote, isStale: false)

    static func trace(_ policy: CachePolicy, cached: Fetched<Int>?, remote: Result<Fetched<Int>, DomainError>) async -> Trace {
        var trace = Trace()
        trace.result = await policy.fetch(
            cached: {
                trace.steps.append("cached")
                return cached
            },
            remote: {
                trace.steps.append("remote")
                return remote
            },
            refreshed: {
                trace.steps.append("refreshed")
                return remote
            }
        )
        return trace
    }

    @Test("CCH-1: localFirst returns a fresh value without asking the remote")
    func localFirstFresh() async {
        #expect(
            await Self.trace(.localFirst, cached: Self.fresh, remote: .success(Self.answer))
                == Trace(steps: ["cached"], result: .success(Self.fresh))
        )
    }

    @Test("CCH-1: localFirst asks the remote if no value or only a stale one is cached", arguments: [nil, stale])
    func localFirstStale(cached: Fetched<Int>?) async {
        #expect(
            await Self.trace(.localFirst, cached: cached, remote: .success(Self.answer))
                == Trace(steps: ["cached", "refreshed"], result: .success(Self.answer))
        )
    }

    @Test("CCH-2: remoteFirst always asks the remote", arguments: [nil, stale, fresh])
    func remoteFirst(cached: Fetched<Int>?) async {
        #expect(
            await Self.trace(.remoteFirst, cached: cached, remote: .success(Self.answer))
                == Trace(steps: ["refreshed"], result: .success(Self.answer))
        )
    }

    @Test("CCH-2: noCache doesn't touch the cache, even if the remote is unavailable", arguments: DomainError.Code.allCases)
    func noCache(code: DomainError.Code) async {
        let failure = DomainError.technical(code)
        #expect(
            await Self.trace(.noCache, cached: Self.fresh, remote: .success(Self.answer))
                == Trace(steps: ["remote"], result: .success(Self.answer))
        )
        #expect(
            await Self.trace(.noCache, cached: Self.fresh, remote: .failure(failure))
                == Trace(steps: ["remote"], result: .failure(failure))
        )
    }

    @Test("CCH-4: only unavailability of the remote falls back to the cached value", arguments: DomainError.Code.allCases)
    func fallback(code: DomainError.Code) async {
        let means = [.remoteUnavailable, .remoteTimeout, .storeUnavailable, .storeLocked].contains(code)
        for policy in [CachePolicy.localFirst, .remoteFirst] {
            let trace = await Self.trace(policy, cached: Self.stale, remote: .failure(.technical(code)))
            #expect(trace.result == (means ? .success(Self.stale) : .failure(.technical(code))))
        }
    }

    @Test("CCH-4: if nothing is cached, the unavailability is returned", arguments: [CachePolicy.localFirst, .remoteFirst])
    func nothingCached(policy: CachePolicy) async {
        let failure = DomainError.technical(.remoteTimeout)
        #expect(await Self.trace(policy, cached: nil, remote: .failure(failure)).result == .failure(failure))
    }

    @Test("CCH-4: a cancelled caller gets the remote's result, not the cached value", arguments: [CachePolicy.localFirst, .remoteFirst])
    func cancelled(policy: CachePolicy) async {
        let failure = DomainError.technical(.remoteUnavailable)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await Self.trace(policy, cached: Self.stale, remote: .failure(failure))
        }
        task.cancel()
        #expect(await task.value.result == .failure(failure))
    }

    @Test("CCH-9: for lists, localFirst behaves like remoteFirst")
    func lists() {
        #expect(CachePolicy.allCases.map(\.ofLists) == [.remoteFirst, .remoteFirst, .noCache])
    }

    @Test("CCH-3: a value is fresh while it is younger than its time to live; a value from the future isn't")
    func freshness() throws {
        let asOf = Instant.stub(day: 1)
        let ages: [(Int, Bool)] = [(-1, false), (0, true), (999, true), (1000, false), (1001, false)]
        for (age, isFresh) in ages {
            #expect(TimeToLive.stub(1000).isFresh(asOf: asOf, at: .stub(day: 1, millisecond: age)) == isFresh, "\(age)")
        }
        #expect(!TimeToLive.stub(0).isFresh(asOf: asOf, at: asOf))
        #expect(try TimeToLive(.milliseconds(9_007_199_254_740_991)).isFresh(asOf: .earliest, at: .latest))
    }

    @Test("CCH-3: a time to live is 0 to 2^53−1 milliseconds", arguments: [-1, 9_007_199_254_740_992, .min, .max] as [Int64])
    func range(milliseconds: Int64) {
        #expect(throws: DomainError.invalid(.integerOutOfRange, text: String(milliseconds))) { try TimeToLive(.milliseconds(milliseconds)) }
    }
}
