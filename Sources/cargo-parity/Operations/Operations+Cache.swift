import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoWire

extension Operations {
    /// Operations on the world's repository through a cache.
    static let cache: [(String, Operation)] = [
        (
            "cache.run",
            members(
                .required("calls", .list(CacheCall.shape)),
                .required(
                    "entries",
                    .list(.members(.required("asOf", Instant.shape), .required("cargo", .any), .required("isInDoubt", Bool.shape)))
                ),
                .required("policy", .text),
                .required("timeToLive", .integer)
            ) { (world, args) async throws(DomainError) in
                var calls: [CacheCall] = []
                for (place, call) in (args["calls"]?.asList ?? []).enumerated() { calls.append(try CacheCall(call, at: "calls[\(place)]")) }
                var entries: [CachedCargo] = []
                for entry in args["entries"]?.asList ?? [] {
                    let asOf: Instant = try entry.value("asOf")
                    let cargo = try CargoRecord.reconstitute(try entry.value("cargo"))
                    entries.append(CachedCargo(cargo: cargo, asOf: asOf, isInDoubt: try entry.value("isInDoubt")))
                }
                let policy = try CachePolicy(try args.value("policy"), at: "policy")
                let timeToLive = try TimeToLive(.milliseconds(try args.value("timeToLive") as Int64))
                return Answer(await CacheRun(world, entries, policy, timeToLive).answers(to: calls))
            }
        )
    ]
}

/// A cache in front of the world's repository, and the results of the calls to it.
private struct CacheRun {
    let world: ParityWorld
    let cache: InMemoryCargoCache
    let faults = RemoteFaults()
    let cargos: CachedCargoRepository

    init(_ world: ParityWorld, _ entries: [CachedCargo], _ policy: CachePolicy, _ timeToLive: TimeToLive) {
        self.world = world
        cache = InMemoryCargoCache(entries)
        cargos = CachedCargoRepository(
            remote: FaultyRemote(world.store.cargos, faults),
            cache: FaultyCache(cache, faults),
            policy: policy,
            timeToLive: timeToLive,
            clock: world.kit.clock
        )
    }

    func answers(to calls: [CacheCall]) async -> CacheAnswer {
        var answers: [CacheAnswer.Call] = []
        for call in calls {
            if let now = call.at { world.set(to: now) }
            faults.begin(remote: call.remoteFails, cacheFails: call.cacheFails)
            let result = await answer(to: call)
            answers.append(CacheAnswer.Call(remote: faults.remoteCalls, result: result))
        }
        return CacheAnswer(cache: cache.all, calls: answers)
    }

    private func answer(to call: CacheCall) async -> Result<any CanonicallyEncodable, DomainError> {
        switch call.question {
        case .find(let id):
            if call.isPlain { return await cargos.findByTrackingId(id).map { $0 } }
            return await cargos.fetch(id, policy: call.policy).map { FetchedAnswer($0, value: $0.value) }
        case .findForCustomer(let id):
            if call.isPlain { return await cargos.findForCustomer(id).map { $0 } }
            return await cargos.fetchForCustomer(id, policy: call.policy).map { FetchedAnswer($0, value: $0.value) }
        case .findPage(let after, let limit):
            if call.isPlain { return await cargos.find(CargoQuery(), after: after, limit: limit).map { PageAnswer(page: $0) } }
            return await cargos.fetchPage(after: after, limit: limit, policy: call.policy).map {
                FetchedAnswer($0, value: PageAnswer(page: $0.value))
            }
        case .save(let cargo): return await cargos.save(cargo).map { NoMembers() }
        case .saveElsewhere(let cargo): return await world.store.cargos.save(cargo).map { NoMembers() }
        }
    }
}

/// `{"cache","calls":[{"answer","remote"}]}`.
private struct CacheAnswer: CanonicallyEncodable {
    struct Call: CanonicallyEncodable {
        let remote: [String]
        let result: Result<any CanonicallyEncodable, DomainError>

        func write(to writer: inout JSONWriter) {
            writer.raw(#"{"answer":{"#)
            switch result {
            case .success(let value):
                writer.raw(#""ok":"#)
                value.write(to: &writer)
            case .failure(let error):
                writer.raw(#""err":"#)
                error.write(to: &writer)
            }
            writer.raw(#"},"remote":"#)
            remote.map { AnswerText(text: $0) }.write(to: &writer)
            writer.raw("}")
        }
    }

    let cache: [CachedCargo]
    let calls: [Call]

    func write(to writer: inout JSONWriter) {
        writer.raw(#"{"cache":"#)
        cache.write(to: &writer)
        writer.raw(#","calls":"#)
        calls.write(to: &writer)
        writer.raw("}")
    }
}

/// `{"asOf","isStale","source","value"}`.
private struct FetchedAnswer: CanonicallyEncodable {
    let asOf: Instant
    let isStale: Bool
    let source: FetchSource
    let value: any CanonicallyEncodable

    init<Value>(_ fetched: Fetched<Value>, value: any CanonicallyEncodable) {
        asOf = fetched.asOf
        isStale = fetched.isStale
        source = fetched.source
        self.value = value
    }

    func write(to writer: inout JSONWriter) {
        writer.raw(#"{"asOf":"#)
        writer.instant(asOf)
        writer.raw(#","isStale":"#)
        writer.boolean(isStale)
        writer.raw(#","source":"#)
        writer.plain(source.rawValue)
        writer.raw(#","value":"#)
        value.write(to: &writer)
        writer.raw("}")
    }
}

/// `{"items","next"?}`.
private struct PageAnswer: CanonicallyEncodable {
    let page: Page<Cargo, TrackingId>

    func write(to writer: inout JSONWriter) {
        writer.raw(#"{"items":"#)
        page.items.write(to: &writer)
        if let next = page.next {
            writer.raw(#","next":"#)
            writer.plain(next.text)
        }
        writer.raw("}")
    }
}
