import CargoDomain
import CargoInfrastructure
import CargoWire

/// One call of `cache.run`: the request to the cached repository, and the faults to inject.
struct CacheCall {
    enum Question {
        case find(TrackingId)
        case findForCustomer(CustomerId)
        case findPage(after: TrackingId?, limit: Int)
        case save(Cargo)
        /// A save by another client, directly at the remote.
        case saveElsewhere(Cargo)
    }

    static let shape = Shape.members(
        .optional("at", Instant.shape),
        .optional("cacheFails", Bool.shape),
        .optional("find", TrackingId.shape),
        .optional("findForCustomer", CustomerId.shape),
        .optional("findPage", Shape.members(.optional("after", TrackingId.shape), .required("limit", .integer))),
        .optional("isPlain", Bool.shape),
        .optional("policy", .text),
        .optional("remoteFails", .text),
        .optional("save", .any),
        .optional("saveElsewhere", .any)
    )

    /// The time to set the clock to before the call.
    let at: Instant?
    let cacheFails: Bool
    /// Whether to call the repository's plain methods, which return the value without its source and age.
    let isPlain: Bool
    let policy: CachePolicy?
    let remoteFails: DomainError?
    let question: Question

    /// Reads a call whose shape was checked: first its members in the order of their names, then checks that it has one question.
    /// - Parameter path: the call's path in the arguments.
    init(_ input: Input, at path: String) throws(DomainError) {
        at = try input.valueIfPresent("at")
        cacheFails = try input.valueIfPresent("cacheFails") ?? false
        var questions: [Question] = []
        if let id: TrackingId = try input.valueIfPresent("find") { questions.append(.find(id)) }
        if let id: CustomerId = try input.valueIfPresent("findForCustomer") { questions.append(.findForCustomer(id)) }
        if let page = input["findPage"] {
            let after: TrackingId? = try page.valueIfPresent("after")
            let limit: Int64 = try page.value("limit")
            guard (1...1000).contains(limit) else { throw .invalid(.integerOutOfRange, text: String(limit)) }
            questions.append(.findPage(after: after, limit: Int(limit)))
        }
        isPlain = try input.valueIfPresent("isPlain") ?? false
        policy = try input["policy"].map { (policy) throws(DomainError) in try CachePolicy(policy, at: path + ".policy") }
        remoteFails = try input["remoteFails"].map { (code) throws(DomainError) in try Self.failure(code, at: path + ".remoteFails") }
        if let cargo = input["save"] { questions.append(.save(try CargoRecord.reconstitute(cargo))) }
        if let cargo = input["saveElsewhere"] { questions.append(.saveElsewhere(try CargoRecord.reconstitute(cargo))) }
        guard questions.count == 1 else { throw .shapeInvalid(path: path) }
        question = questions[0]
    }

    /// Reads a technical error code that needs no params.
    private static func failure(_ input: Input, at path: String) throws(DomainError) -> DomainError {
        guard let code = input.asText.flatMap(DomainError.Code.init), code.tier == .technical, code != .corruptRecord else {
            throw .shapeInvalid(path: path)
        }
        return .technical(code)
    }
}

extension CachePolicy {
    /// Reads the name of a policy.
    init(_ input: Input, at path: String) throws(DomainError) {
        switch input.asText {
        case "LOCAL_FIRST": self = .localFirst
        case "REMOTE_FIRST": self = .remoteFirst
        case "NO_CACHE": self = .noCache
        default: throw .shapeInvalid(path: path)
        }
    }
}
