#if Server
import CargoApplication
import CargoDomain
import Hummingbird
import Logging
import ServiceLifecycle

/// One client's server-sent events: all that the outbox holds after a place, then what comes.
struct EventStream: Sendable {
    /// What the streams of a service share.
    struct Source: Sendable {
        let environment: CargoApplication.Environment
        let tail: EventTail
        let counter: StreamCounter
        let queue = CatchUpQueue()
    }

    let source: Source
    let call: Call
    /// Whether everyone may open such a stream.
    var isPublic = false
    /// What is said at first.
    var greeting = ""
    /// Whether the stream has to end, for its session has ended.
    var isOver: @Sendable () -> Bool = { false }
    /// How events are told; nothing is sent if that is empty.
    var frames: @Sendable ([EventTail.Entry]) -> String = { $0.map(\.frame).joined() }

    /// The most events that are kept for a client at once.
    private static let pageSize: Int64 = 100

    /// The answer: the stream from a place on, or to HEAD its header fields alone.
    /// - Throws: `streams_exhausted`, `rate_limited`.
    func response(from start: Int64) throws(Problem) -> Response {
        // nginx passes on each piece as it comes.
        let headers: HTTPFields = [.contentType: Media.eventStream.contentType, .cacheControl: "no-store", .accelBuffering: "no"]
        guard call.request.method == .get else { return Response(status: .ok, headers: headers) }
        try source.counter.open(from: call.address, isPublic: isPublic)
        return Response(status: .ok, headers: headers, body: ResponseBody { writer in try await write(from: start, to: &writer) })
    }

    /// Writes until the client goes, the session ends or the service does.
    @concurrent
    private func write(from start: Int64, to writer: inout any ResponseBodyWriter) async throws {
        defer { source.counter.close(from: call.address, isPublic: isPublic) }
        do {
            try await send(from: start, to: &writer)
        } catch {
            call.logger.debug("event stream broken off", metadata: ["cause": "\(error)"])
            throw error
        }
        try await writer.finish(nil)
    }

    @concurrent
    private func send(from start: Int64, to writer: inout any ResponseBodyWriter) async throws {
        let tail = source.tail
        var cursor = start
        var hasReadToEnd = false
        // Clients of a service that was away don't all come back at once.
        try await put("retry: \(Int.random(in: 1000...3000))\n\n" + greeting, to: &writer)
        while true {
            let (position, isAtEnd) = (cursor, hasReadToEnd)
            let turn = await withGracefulShutdownHandler {
                await tail.next(after: position, hasReadToEnd: isAtEnd, isOver: isOver)
            } onGracefulShutdown: {
                Task { await tail.end() }
            }
            switch turn {
            case .entries(let entries):
                cursor = try await put(entries, to: &writer) ?? cursor
            case .behind:
                switch await page(after: cursor) {
                case .failure(let error):
                    // The client connects again, from where it was.
                    let metadata: Logger.Metadata = ["code": "\(error.code.rawValue)", "cause": "\(error.cause ?? "")"]
                    call.logger.error("event stream ends", metadata: metadata)
                    return
                case .success(let entries):
                    let last = try await put(entries, to: &writer)
                    hasReadToEnd = last == nil
                    cursor = last ?? cursor
                }
            case .idle: try await put(": still here\n\n", to: &writer)
            case .ended: return
            }
        }
    }

    /// Reads on in the outbox, in its turn.
    @concurrent
    private func page(after cursor: Int64) async -> Result<[EventTail.Entry], DomainError> {
        await source.queue.enter()
        defer { source.queue.leave() }
        return await ReadEvents(source.environment).execute(.init(after: cursor, limit: Self.pageSize)).map(EventTail.Entry.list)
    }

    /// Sends events; gives the place of the last one.
    @concurrent
    private func put(_ entries: [EventTail.Entry], to writer: inout any ResponseBodyWriter) async throws -> Int64? {
        let text = frames(entries)
        if !text.isEmpty { try await put(text, to: &writer) }
        return entries.last?.sequence
    }

    /// Sends some bytes; a client that doesn't take them in time loses its connection, see `ConnectionGuard`.
    @concurrent
    private func put(_ text: String, to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(ByteBuffer(string: text))
    }
}

extension FieldName {
    /// `X-Accel-Buffering`.
    static let accelBuffering = known("X-Accel-Buffering")
}
#endif
