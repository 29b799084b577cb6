import CargoDomain
import CargoWire
import Foundation
import Synchronization

/// A call of the service.
struct RemoteCall: Sendable {
    let method: String
    /// The path, percent-encoded, including the query.
    let path: String
    var headers: [String: String] = [:]
    var body: [UInt8]?
    /// The media type of the body and of the response.
    var mediaType = "application/json"

    /// Makes a GET call of the repository API.
    static func get(_ path: String) -> RemoteCall { RemoteCall(method: "GET", path: "/v1/repository/" + path) }

    /// Makes a call of the repository API with a body.
    static func send(_ method: String, _ path: String, _ body: some CanonicallyEncodable) -> RemoteCall {
        RemoteCall(method: method, path: "/v1/repository/" + path, body: body.canonicalBytes)
    }

    /// Makes a call of the repository API that saves an aggregate over the version it was loaded with; 0 for a new one.
    static func save(_ path: String, over version: Int64, _ body: some CanonicallyEncodable) -> RemoteCall {
        var call = send("PUT", path, body)
        if version == 0 { call.headers["If-None-Match"] = "*" } else { call.headers["If-Match"] = "\"\(version)\"" }
        return call
    }
}

/// The outcome of a call.
struct RemoteOutcome: Sendable {
    /// The result of the last attempt.
    let result: Result<RemoteAnswer, DomainError>
    /// The error of an attempt that may have succeeded on the service; nil if there was no such attempt.
    let doubt: DomainError?
    /// Whether the calling task was cancelled, so that no further call should be made.
    var isCancelled = false
}

/// Makes calls to the service, retrying if that may help, and decodes the responses.
///
/// Every call is safe to repeat: it reads, compares and sets, sets the same value again, or draws an id that goes unused if the response is
/// lost.
struct RemoteClient: Sendable {
    let base: String
    let token: String?
    let transport: any HTTPTransport
    let retry: RemoteRetry
    let pacer: Pacer
    private let absence = CircuitBreaker()

    init(
        url: URL,
        token: String?,
        transport: any HTTPTransport,
        retry: RemoteRetry,
        pacer: Pacer = .real
    ) throws(RemoteStoreError) {
        base = try RemoteAddress.base(of: url)
        self.token = try token.map { (token) throws(RemoteStoreError) in try RemoteAddress.checked(token: token) }
        self.transport = transport
        self.retry = retry
        self.pacer = pacer
    }

    /// Makes a call.
    ///
    /// Cancelling the calling task ends it immediately. A call that starts in a task that is already cancelled runs normally, as in every
    /// store (REP-8).
    func call(_ call: RemoteCall) async -> RemoteOutcome {
        Task.isCancelled ? await Task { await attempts(call) }.value : await attempts(call)
    }

    private func attempts(_ call: RemoteCall) async -> RemoteOutcome {
        guard let request = request(call) else {
            return RemoteOutcome(result: .failure(.technical(.remoteRejected, cause: "the address isn't a URL")), doubt: nil)
        }
        if let error = absence.error {
            return RemoteOutcome(result: .failure(error.explained("not sent, because the service was just unavailable")), doubt: nil)
        }
        var doubt: DomainError?
        var attempt = 1
        while true {
            switch AttemptOutcome(await transport.send(request)) {
            case .done(let answer): return RemoteOutcome(result: .success(answer), doubt: doubt)
            case .failed(let error, let isPassing, let mayBeDone, let wait):
                if mayBeDone { doubt = error }
                let told = error.explained("attempt \(attempt) of \(retry.maximumAttempts)")
                let pause = isPassing ? retry.backoff(after: attempt, retryAfter: wait, fraction: pacer.fraction()) : nil
                if let pause, !Task.isCancelled { await pacer.wait(pause) }
                if Task.isCancelled { return RemoteOutcome(result: .failure(told), doubt: doubt, isCancelled: true) }
                guard pause != nil else {
                    absence.note(told, rest: retry.circuitBreakDuration)
                    return RemoteOutcome(result: .failure(told), doubt: doubt)
                }
                attempt += 1
            }
        }
    }

    private func request(_ call: RemoteCall) -> RemoteRequest? {
        guard let url = URL(string: base + call.path) else { return nil }
        var request = RemoteRequest(method: call.method, url: url, body: call.body)
        request.headers.append(("Accept", call.mediaType))
        if let token { request.headers.append(("Authorization", "Bearer \(token)")) }
        if let id = Correlation.id { request.headers.append(("X-Request-Id", id.text)) }
        if let actor = Correlation.actor { request.headers.append(("Cargo-Actor", actor.text)) }
        for (name, value) in call.headers { request.headers.append((name, value)) }
        if call.body != nil { request.headers.append(("Content-Type", call.mediaType)) }
        return request
    }

    // MARK: Reading

    /// Makes a call that is safe to repeat, and decodes the response.
    func value<Value: InputValue>(_ call: RemoteCall, as type: Value.Type = Value.self) async -> Result<Value, DomainError> {
        let outcome = await self.call(call)
        return outcome.result.flatMap { Self.read($0) }
    }

    /// Decodes a JSON response.
    /// - Returns: `remote_rejected` if the response isn't JSON, has the wrong shape, or breaks a rule. The service stores nothing like
    ///   that, so the other side doesn't speak this protocol.
    static func read<Value: InputValue>(_ answer: RemoteAnswer, as type: Value.Type = Value.self) -> Result<Value, DomainError> {
        read(answer, statuses: 200...200) { (input) throws(DomainError) in try Value(checking: input) }
    }

    /// Decodes a JSON response with one of some statuses.
    static func read<Value>(
        _ answer: RemoteAnswer,
        statuses: ClosedRange<Int>,
        _ value: (Input) throws(DomainError) -> Value
    ) -> Result<Value, DomainError> {
        guard statuses.contains(answer.status), answer.mediaType == "application/json", let input = answer.input else {
            return .failure(.unreadable(answer))
        }
        do throws(DomainError) {
            return .success(try value(input))
        } catch {
            let about = error.params.map { "\($0.name): \($0.value)" }
            return .failure(
                .technical(.remoteRejected, cause: (["the response violates \(error.code.rawValue)"] + about).joined(separator: ", "))
            )
        }
    }

    /// Reads a page.
    func page<Item, Key: Sendable>(
        _ path: String,
        query: String = "",
        after key: String?,
        limit: Int,
        key parse: (String) throws(DomainError) -> Key
    ) async -> Result<Page<Item, Key>, DomainError> where Item: CanonicallyEncodable & InputValue & Sendable {
        await list(path + "?" + query, after: key, limit: limit, key: parse).map(\.page)
    }

    /// Reads all pages, with one call each.
    /// - Parameters:
    ///   - query: the query before the page's own parameters, ending in `&`.
    /// - Returns: the items, and the position in the first page. Anything saved while the other pages are read comes after that position.
    func pages<Item, Key: Comparable & Sendable>(
        _ path: String,
        query: String = "",
        key parse: (String) throws(DomainError) -> Key
    ) async -> Result<(items: [Item], position: Int64?), DomainError> where Item: CanonicallyEncodable & InputValue & Sendable {
        var items: [Item] = []
        var position: Int64?
        var last: (key: Key, text: String)?
        while true {
            switch await list(path + "?" + query, after: last?.text, limit: PageLimit.range.upperBound, key: parse) as Paged<Item, Key> {
            case .failure(let error): return .failure(error)
            case .success(let (page, text, pagePosition)):
                if last == nil { position = pagePosition }
                items += page.items
                guard let next = page.next, let text else { return .success((items, position)) }
                // Otherwise a faulty service could keep us in a loop.
                if let last, next <= last.key { return .failure(.technical(.remoteRejected, cause: "the pages are not in order")) }
                last = (next, text)
            }
        }
    }

    private typealias Paged<Item: Sendable, Key: Sendable> = Result<(page: Page<Item, Key>, next: String?, position: Int64?), DomainError>

    private func list<Item, Key: Sendable>(
        _ start: String,
        after key: String?,
        limit: Int,
        key parse: (String) throws(DomainError) -> Key
    ) async -> Paged<Item, Key> where Item: CanonicallyEncodable & InputValue & Sendable {
        do throws(DomainError) {
            try PageLimit.check(limit)
            let query = "limit=\(limit)" + (key.map { "&after=\(Self.encoded($0))" } ?? "")
            let list = try await value(.get(start + query), as: RecordList<Item>.self).get()
            let next = try list.next.map { text throws(DomainError) in try Self.key(text, parse) }
            return .success((Page(items: list.items, next: next), list.next, list.position))
        } catch {
            return .failure(error)
        }
    }

    private static func key<Key>(_ text: String, _ parse: (String) throws(DomainError) -> Key) throws(DomainError) -> Key {
        do throws(DomainError) {
            return try parse(text)
        } catch {
            throw .technical(.remoteRejected, cause: "the key of the next page is invalid")
        }
    }

    /// Percent-encodes text for a query: everything except unreserved characters.
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    // MARK: Saving

    /// Saves an aggregate.
    ///
    /// If a response was lost, decides from what is stored now whether the save succeeded.
    /// - Parameter stored: returns the stored version, and whether it is what the save would have stored.
    func save(
        _ call: RemoteCall,
        over version: Int64,
        stored: () async -> Result<(version: Int64, isOurs: Bool), DomainError>
    ) async -> Result<Void, DomainError> {
        let outcome = await self.call(call)
        let failure: DomainError
        var doubt = outcome.doubt
        switch outcome.result {
        case .success(let answer):
            // Any server can answer 200, but only the service returns the version that it stored.
            if answer.status == 204, answer.headers["etag"]?.hasSuffix("\"\(version + 1)\"") ?? false { return .success(()) }
            failure = .technical(.remoteRejected, cause: "the response to a save has status \(answer.status) and no saved version")
            doubt = failure
        case .failure(let error): failure = error
        }
        guard let doubt else { return .failure(failure) }
        if outcome.isCancelled { return .failure(.unknownOutcome(doubt)) }
        switch await stored() {
        case .success(let found) where found.isOurs: return .success(())
        case .success(let found) where found.version == version + 1 && failure.code == .concurrencyConflict: return .failure(failure)
        case .success, .failure: return .failure(doubt.explained("it is unknown whether it was saved"))
        }
    }
}

extension DomainError {
    /// The response isn't one of the service's.
    static func unreadable(_ answer: RemoteAnswer) -> DomainError {
        .technical(
            .remoteRejected,
            cause: "unreadable response: status \(answer.status), content type \(answer.mediaType ?? "none")"
        )
    }

    /// The error of a save that was cancelled before its outcome was known.
    static func unknownOutcome(_ doubt: DomainError) -> DomainError { .technical(.storeOutcomeUnknown, cause: doubt.cause) }
}

/// Remembers for a while that the service was unavailable (`RemoteRetry.circuitBreakDuration`).
final class CircuitBreaker: Sendable {
    private let known = Mutex<(error: DomainError, until: ContinuousClock.Instant)?>(nil)

    /// The error of the last failed call, while further calls shouldn't be sent.
    var error: DomainError? {
        known.withLock { known in
            guard let (error, until) = known, ContinuousClock.now < until else { return nil }
            return error
        }
    }

    /// Records the error of a failed call if it means that the service is unavailable or too slow.
    func note(_ error: DomainError, rest: Duration) {
        guard rest > .zero, error.code == .remoteUnavailable || error.code == .remoteTimeout else { return }
        known.withLock { $0 = (error, ContinuousClock.now + rest) }
    }
}
