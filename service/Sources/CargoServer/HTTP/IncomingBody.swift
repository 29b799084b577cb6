import CargoLocalization
import Hummingbird
import Synchronization

/// A request's body, read once, with limits on its size and on the memory of all bodies; `ConnectionGuard` limits its time.
final class IncomingBody: Sendable {
    private let headers: HTTPFields
    private let body: RequestBody
    private let limits: ServerSettings.Limits
    private let budget: BodyBudget
    private let connection: Connection
    private let state: Mutex<State>

    private struct State {
        var progress = Progress.untouched
        var holder: BodyBudget.Holder
        var maximum = Int.max
        /// What the body takes of the budget, until the request is answered.
        var share: BodyBudget.Share?
    }

    private enum Progress {
        case untouched
        case begun
        case whole
    }

    /// - Parameter body: nil if the request has none.
    init(_ headers: HTTPFields, _ body: RequestBody?, _ limits: ServerSettings.Limits, _ budget: BodyBudget, on connection: Connection) {
        self.headers = headers
        self.body = body ?? RequestBody(buffer: ByteBuffer())
        self.limits = limits
        self.budget = budget
        self.connection = connection
        state = Mutex(State(holder: .address(connection.address)))
    }

    /// Whether the body isn't worth draining: part of it is unread, and it is long, of unknown length, or a route stopped reading it.
    var isPending: Bool {
        let progress = state.withLock { $0.progress }
        guard declaredLength.map({ $0 > 1 << 16 }) ?? headers.contains(.transferEncoding) else { return progress == .begun }
        return progress != .whole
    }

    private var declaredLength: Int? { headers[.contentLength].flatMap { Int($0) } }

    /// Counts the body for another holder than the connection's address.
    /// - Parameter maximum: the maximum size of this holder's bodies in bytes, if lower than the limit in the settings.
    func belongs(to holder: BodyBudget.Holder, atMost maximum: Int? = nil) {
        state.withLock { state in
            state.holder = holder
            state.maximum = maximum ?? .max
        }
    }

    /// Reads the whole body.
    /// - Parameters:
    ///   - isBatch: whether the body is a batch, whatever its media type.
    ///   - limit: the maximum size in bytes, if lower than the limit in the settings.
    ///   - inspect: receives each part as it arrives, unless its client has gone.
    /// - Throws: `body_too_large`, `request_timeout`, `bodies_exhausted`.
    func bytes(
        for kind: Media,
        isBatch: Bool = false,
        limit: Int = .max,
        inspecting inspect: (ByteBuffer) async throws(Problem) -> Void = { _ in }
    ) async throws(Problem) -> [UInt8] {
        let limit = min(
            limit,
            state.withLock { $0.maximum },
            !isBatch && (kind == .json || kind == .form) ? limits.bodyBytes : limits.batchBytes
        )
        let length = declaredLength
        if let length, length > limit { throw Self.tooLarge(limit) }
        let connection = connection
        let share = state.withLock { state in
            state.progress = .begun
            let share = budget.begin(for: state.holder) { connection.close() }
            state.share = share
            return share
        }
        do {
            var bytes: [UInt8] = []
            if let length { bytes.reserveCapacity(length) }
            for try await part in body {
                guard !connection.isClosed else { throw Self.incomplete }
                guard bytes.count + part.readableBytes <= limit else { throw Self.tooLarge(limit) }
                // A list of unknown length takes twice its bytes while it grows.
                guard share.take(length == nil ? 2 * part.readableBytes : part.readableBytes) else {
                    throw Problem(.bodiesExhausted, headers: [.retryAfter: "1"])
                }
                bytes.append(contentsOf: part.readableBytesView)
                try await inspect(part)
            }
            share.hasArrived()
            state.withLock { $0.progress = .whole }
            return bytes
        } catch let problem as Problem {
            throw problem
        } catch is LateBody {
            throw Problem(.requestTimeout, detail: "A body must arrive within \(limits.bodySeconds) s.")
        } catch is TinyChunks {
            throw Problem(.bodyTooLarge, detail: "The body has too many small chunks.")
        } catch {
            var problem = Self.incomplete
            problem.cause = "\(error)"
            throw problem
        }
    }

    private static var incomplete: Problem { Problem(.requestTimeout, detail: "The body didn't arrive.") }

    private static func tooLarge(_ limit: Int) -> Problem {
        Problem(.bodyTooLarge, detail: "This body may have at most \(limit) bytes.")
    }
}
