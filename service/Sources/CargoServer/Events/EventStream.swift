import CargoApplication
import CargoDomain
import Hummingbird
import Logging
import ServiceLifecycle

/// One client's server-sent events: everything in the outbox after a position, then new events as they are stored.
struct EventStream: Sendable {
    /// The state that all streams of a service share.
    struct Source: Sendable {
        let kit: CargoKit
        let tail: EventTail
        let counter: StreamCounter
        let end: OutboxEnd
        /// Finds the customers of events, who may see only their own.
        let owners: CargoLookups
        /// Without turns, hundreds of streams that start far back would decode the whole outbox on every thread.
        let turns = Turns<Caller>(maximum: 1, maximumWaiting: .max)

        /// The position of the last event.
        func position() async throws(Problem) -> Int64 {
            do throws(DomainError) {
                return try await end.position()
            } catch {
                throw Problem(error)
            }
        }
    }

    let source: Source
    let call: Call
    /// Whether the stream is open to everyone.
    var isPublic = false
    /// Text that is sent first.
    var greeting = ""
    /// Who reads the stream, for a page with a session; the call's caller otherwise.
    var reader: Caller?
    /// Whether the stream must end because its session has ended.
    var isOver: @Sendable () -> Bool = { false }
    /// Formats events for the client; nothing is sent if the result is empty.
    var frames: @Sendable ([EventTail.Entry]) -> String = { $0.map(\.frame).joined() }

    /// A comment, which clients ignore.
    private static let keepAlive = ": still here\n\n"
    /// The maximum number of events that are held for a client at once.
    private static let pageSize = 100

    /// Responds with the stream from a position on.
    ///
    /// A HEAD request gets only the header fields.
    /// - Throws: `streams_exhausted`, `rate_limited`.
    func response(from start: Int64) throws(Problem) -> Response {
        // `X-Accel-Buffering: no` makes nginx pass on each part immediately.
        let headers: HTTPFields = [.contentType: Media.eventStream.contentType, .cacheControl: "no-store", .accelBuffering: "no"]
        guard call.request.method == .get else { return Response(status: .ok, headers: headers) }
        let place = try source.counter.open(from: call.address, for: reader ?? call.caller, isPublic: isPublic)
        return Response(status: .ok, headers: headers, body: ResponseBody { try await write(from: start, to: &$0, in: place) })
    }

    /// Writes until the client disconnects, the session ends or the service shuts down.
    @concurrent
    private func write(from start: Int64, to writer: inout any ResponseBodyWriter, in place: StreamCounter.Place) async throws {
        defer { withExtendedLifetime(place) {} }
        do {
            try await send(from: start, to: &writer)
        } catch {
            call.logger.debug("event stream interrupted", metadata: ["cause": "\(error)"])
            throw error
        }
        try await writer.finish(nil)
    }

    @concurrent
    private func send(from start: Int64, to writer: inout any ResponseBodyWriter) async throws {
        let tail = source.tail
        var cursor = start
        var hasReadToEnd = false
        var lastWrite = ContinuousClock.now
        // A random delay keeps the clients from all reconnecting at once after a restart.
        try await put("retry: \(Int.random(in: 1000...3000))\n\n" + greeting, to: &writer)
        while true {
            let (position, isAtEnd) = (cursor, hasReadToEnd)
            let (isOver, connection) = (isOver, call.connection)
            let turn = await withGracefulShutdownHandler {
                await tail.next(after: position, hasReadToEnd: isAtEnd) { connection.isClosed || isOver() }
            } onGracefulShutdown: {
                Task { await tail.end() }
            }
            switch turn {
            case .entries(let entries):
                cursor = try await put(entries, to: &writer, after: &lastWrite) ?? cursor
            case .behind:
                switch try await page(after: cursor) {
                case .failure(let error):
                    // The client reconnects and continues where it stopped.
                    let metadata: Logger.Metadata = ["code": "\(error.code.rawValue)", "cause": "\(error.cause ?? "")"]
                    call.logger.error("event stream failed", metadata: metadata)
                    return
                case .success(let entries):
                    let last = try await put(entries, to: &writer, after: &lastWrite)
                    hasReadToEnd = last == nil
                    cursor = last ?? cursor
                }
            case .idle:
                try await put(Self.keepAlive, to: &writer)
                lastWrite = .now
            case .ended: return
            }
        }
    }

    /// Waits for the stream's turn and reads the next page of the outbox.
    @concurrent
    private func page(after cursor: Int64) async throws(Problem) -> Result<[EventTail.Entry], DomainError> {
        try await source.turns.run(reader ?? call.caller) { () async throws(Problem) in
            await EventTail.Entry.page(source.kit, source.owners, after: cursor, limit: Self.pageSize)
        }
    }

    /// Sends events and returns the position of the last one.
    ///
    /// A stream of one cargo sends nothing for the events of others, which may arrive all the time. It sends a keep-alive then, too.
    @concurrent
    private func put(
        _ entries: [EventTail.Entry],
        to writer: inout any ResponseBodyWriter,
        after lastWrite: inout ContinuousClock.Instant
    ) async throws -> Int64? {
        let frames = frames(entries)
        let text = frames.isEmpty && .now - lastWrite > EventTail.patience ? Self.keepAlive : frames
        if !text.isEmpty {
            try await put(text, to: &writer)
            lastWrite = .now
        }
        return entries.last?.sequence
    }

    /// Sends text.
    ///
    /// A client that doesn't read it in time loses its connection; see `ConnectionGuard`.
    @concurrent
    private func put(_ text: String, to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(ByteBuffer(string: text))
    }
}

extension FieldName {
    /// `X-Accel-Buffering`.
    static let accelBuffering = known("X-Accel-Buffering")
}
