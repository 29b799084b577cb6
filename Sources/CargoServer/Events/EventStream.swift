#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import Hummingbird
import Logging
import ServiceLifecycle

/// One client's server-sent events: all that the outbox holds after a position, then whatever comes.
struct EventStream: Sendable {
    let environment: CargoApplication.Environment
    let tail: EventTail
    let connection: Connection
    /// How long the client may leave what was sent unread.
    let stallSeconds: Int
    let logger: Logger
    /// Whether anybody may open such a stream.
    var isPublic = false
    /// What is said at first.
    var greeting = ""
    /// How a page of events is written; nothing is sent where that is empty.
    var frames: @Sendable ([DomainEvent]) -> String = { Self.frames($0) }

    /// The most events that are kept for a client at once.
    private static let pageSize: Int64 = 100

    /// Writes until the client goes or the service ends.
    @concurrent
    func write(from start: Int64, to writer: inout any ResponseBodyWriter) async throws {
        do {
            try await send(from: start, to: &writer)
            await tail.close(isPublic: isPublic)
        } catch {
            await tail.close(isPublic: isPublic)
            logger.debug("event stream broken off", metadata: ["cause": "\(error)"])
            throw error
        }
        try await writer.finish(nil)
    }

    @concurrent
    private func send(from start: Int64, to writer: inout any ResponseBodyWriter) async throws {
        var cursor = start
        try await put("retry: 1000\n\n" + greeting, to: &writer)
        while true {
            switch await ReadEvents(environment).execute(.init(after: cursor, limit: Self.pageSize)) {
            case .failure(let error):
                // The client connects again, from where it was.
                logger.error("event stream ends", metadata: ["code": "\(error.code.rawValue)", "cause": "\(error.cause ?? "")"])
                return
            case .success(let events):
                if let last = events.last?.sequence {
                    let text = frames(events)
                    if !text.isEmpty { try await put(text, to: &writer) }
                    cursor = last
                    if await tail.isEnding { return }
                    continue
                }
            }
            let position = cursor
            let wake = await withGracefulShutdownHandler {
                await tail.wait(after: position)
            } onGracefulShutdown: {
                Task { await tail.end() }
            }
            switch wake {
            case .changed: break
            case .idle: try await put(": still here\n\n", to: &writer)
            case .ended: return
            }
        }
    }

    /// Sends some bytes; a client that does not take them in time loses its connection.
    @concurrent
    private func put(_ text: String, to writer: inout any ResponseBodyWriter) async throws {
        let keep = connection.close(in: stallSeconds)
        defer { keep() }
        try await writer.write(ByteBuffer(string: text))
    }

    private static func frames(_ events: [DomainEvent]) -> String {
        var writer = JSONWriter(capacity: 32 << 10)
        for event in events {
            writer.raw("id: ")
            writer.integer(event.sequence ?? 0)
            writer.raw("\nevent: ")
            writer.append(event.fact.type)
            writer.raw("\ndata: ")
            event.write(to: &writer)
            writer.raw("\n\n")
        }
        return writer.text
    }
}

extension JSONWriter {
    /// Writes text as it stands, without quotes.
    fileprivate mutating func append(_ text: String) {
        for byte in text.utf8 { raw(byte: byte) }
    }
}
#endif
