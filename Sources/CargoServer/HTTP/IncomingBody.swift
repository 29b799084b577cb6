#if Server
import CargoLocalization
import Hummingbird
import Synchronization

/// A request's body, read once, with a limit on its size; `ConnectionGuard` limits its time.
final class IncomingBody: Sendable {
    private let headers: HTTPFields
    private let body: RequestBody
    private let limits: ServerSettings.Limits
    private let state = Mutex(State.untouched)

    private enum State {
        case untouched
        case begun
        case whole
    }

    /// - Parameter body: nil if the request has none.
    init(_ headers: HTTPFields, _ body: RequestBody?, _ limits: ServerSettings.Limits) {
        self.headers = headers
        self.body = body ?? RequestBody(buffer: ByteBuffer())
        self.limits = limits
    }

    /// Whether the body isn't worth draining: part of it is unread, and it is long, of unknown length, or a route stopped reading it.
    var isPending: Bool {
        let length = headers[.contentLength].flatMap { Int($0) }
        guard length.map({ $0 > 1 << 16 }) ?? headers.contains(.transferEncoding) else { return state.withLock { $0 == .begun } }
        return state.withLock { $0 != .whole }
    }

    /// Reads the whole body.
    /// - Parameters:
    ///   - isBatch: whether the body is a batch, whatever its media type.
    ///   - limit: the maximum size in bytes, if lower than the limit in the settings.
    /// - Throws: `body_too_large`, `request_timeout`.
    func bytes(for kind: Media, isBatch: Bool = false, limit: Int = .max) async throws(Problem) -> [UInt8] {
        let limit = min(limit, !isBatch && (kind == .json || kind == .form) ? limits.bodyBytes : limits.batchBytes)
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw Self.tooLarge(limit) }
        state.withLock { $0 = .begun }
        do {
            var bytes: [UInt8] = []
            for try await part in body {
                guard bytes.count + part.readableBytes <= limit else { throw Self.tooLarge(limit) }
                bytes.append(contentsOf: part.readableBytesView)
            }
            state.withLock { $0 = .whole }
            return bytes
        } catch let problem as Problem {
            throw problem
        } catch is LateBody {
            throw Problem(.requestTimeout, detail: "A body must arrive within \(limits.bodySeconds) s.")
        } catch {
            throw Problem(.requestTimeout, detail: "The body didn't arrive.", cause: "\(error)")
        }
    }

    private static func tooLarge(_ limit: Int) -> Problem {
        Problem(.bodyTooLarge, detail: "This body may have at most \(limit) bytes.")
    }
}
#endif
