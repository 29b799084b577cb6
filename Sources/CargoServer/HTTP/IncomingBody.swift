#if Server
import Hummingbird
import Synchronization

/// A request's body, read once, with limits on size and time.
final class IncomingBody: Sendable {
    private let request: Request
    private let limits: ServerSettings.Limits
    private let state = Mutex(State.untouched)

    private enum State {
        case untouched
        case begun
        case whole
    }

    init(_ request: Request, _ limits: ServerSettings.Limits) {
        self.request = request
        self.limits = limits
    }

    /// Whether the body isn't worth draining: part of it is unread, and it is long, of unknown length, or a route stopped reading it.
    var isPending: Bool {
        let length = request.headers[.contentLength].flatMap { Int($0) }
        guard length.map({ $0 > 1 << 16 }) ?? request.headers.contains(.transferEncoding) else { return state.withLock { $0 == .begun } }
        return state.withLock { $0 != .whole }
    }

    /// Reads the whole body.
    /// - Parameters:
    ///   - isBatch: whether the body is a batch, whatever its media type.
    ///   - limit: the maximum size in bytes, if lower than the limit in the settings.
    /// - Throws: `body_too_large`, `request_timeout`.
    func bytes(for kind: Media, isBatch: Bool = false, limit: Int = .max) async throws(Problem) -> [UInt8] {
        let limit = min(limit, !isBatch && (kind == .json || kind == .form) ? limits.bodyBytes : limits.batchBytes)
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw Self.tooLarge(limit) }
        state.withLock { $0 = .begun }
        let collected = await collect(upTo: limit)
        switch collected {
        case .success(let bytes):
            state.withLock { $0 = .whole }
            return bytes
        case .failure(let problem): throw problem
        }
    }

    /// Reads in one task and enforces the time limit in another.
    private func collect(upTo limit: Int) async -> Result<[UInt8], Problem> {
        let body = request.body
        let time = limits.bodySeconds
        return await withTaskGroup(of: Result<[UInt8], Problem>.self) { group in
            group.addTask {
                do {
                    var bytes: [UInt8] = []
                    for try await part in body {
                        guard bytes.count + part.readableBytes <= limit else { return .failure(Self.tooLarge(limit)) }
                        bytes.append(contentsOf: part.readableBytesView)
                    }
                    return .success(bytes)
                } catch {
                    return .failure(Problem(.requestTimeout, detail: "The body didn't arrive.", cause: "\(error)"))
                }
            }
            group.addTask {
                do {
                    try await Task.sleep(for: .seconds(time))
                    return .failure(Problem(.requestTimeout, detail: "A body must arrive within \(time) s."))
                } catch {
                    return .failure(Problem(.requestTimeout))
                }
            }
            let first = await group.next() ?? .failure(Problem(.internalError))
            group.cancelAll()
            return first
        }
    }

    private static func tooLarge(_ limit: Int) -> Problem {
        Problem(.bodyTooLarge, detail: "This body may have at most \(limit) bytes.")
    }
}
#endif
