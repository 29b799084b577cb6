#if Remote && canImport(NIOPosix)
public import CargoApplication
public import CargoDomain
import CargoWire

/// Publishes domain events to a stream of NATS JetStream.
///
/// Each event is a message with the subject `PREFIX.TYPE`, for example `cargo.events.CargoBooked`, and the event envelope in canonical JSON. Its
/// `Nats-Msg-Id` is the event's id, by which the stream drops repetitions within its duplicate window. An event is delivered when the stream
/// has acknowledged it, which a replicated stream does once a majority of its servers has stored it.
///
/// | response | effect |
/// | --- | --- |
/// | an acknowledgement | the event is delivered |
/// | no connection, no stream for the subject, no answer, an error of the server (5xx) | the stream is unavailable: all events wait |
/// | another error | this event is retried later |
/// | the event is longer than the server allows | the event goes to the dead-letter queue |
///
/// The connection isn't encrypted; the servers belong into the same network.
public struct NATSHandler: OutboxHandler {
    /// The maximum duration of one delivery.
    public let timeout: Duration

    private let subject: String
    private let connections: Connections

    /// Creates a handler without connecting.
    /// - Parameters:
    ///   - address: the cluster's servers. If one is lost, the next one is used.
    ///   - token: the token that the servers ask for, if any.
    ///   - subject: the beginning of each subject, tokens of letters, digits, `-` and `_`, separated by dots.
    ///   - timeout: how long connecting and the acknowledgement may take, each.
    /// - Throws: `RemoteStoreError` if the token or the subject can't be used.
    public init(
        _ address: NATSAddress,
        token: String? = nil,
        subject: String = "cargo.events",
        timeout: Duration = .seconds(5)
    ) throws(RemoteStoreError) {
        let tokens = subject.split(separator: ".", omittingEmptySubsequences: false)
        let isValid = tokens.allSatisfy { token in
            !token.isEmpty
                && token.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || byte == 0x5F
                }
        }
        guard isValid, subject.utf8.count <= 200 else { throw .addressInvalid(reason: "the subject has an empty or invalid token") }
        self.subject = subject
        self.timeout = timeout * 2 + .seconds(1)
        connections = Connections(address, token: try token.map(RemoteAddress.checked(token:)), limit: timeout)
    }

    /// Publishes an event and waits for the acknowledgement.
    public func handle(_ event: DomainEvent) async -> DeliveryOutcome {
        do throws(NATSConnection.Failure) {
            let reply = try await connections.request(
                subject + "." + event.fact.type,
                headers: [("Nats-Msg-Id", event.eventId)],
                Self.payload(of: event)
            )
            return Self.outcome(reply)
        } catch {
            return switch error {
            case .unreached(let reason), .noReply(let reason): .unavailable(reason: reason, retryAfter: nil)
            case .tooLong(let limit): .refused(reason: "the event is longer than the server's \(limit) bytes")
            }
        }
    }

    /// The envelope of an event, without its actor.
    static func payload(of event: DomainEvent) -> [UInt8] { event.withoutActor.canonicalBytes }

    static func outcome(_ reply: NATSConnection.Reply) -> DeliveryOutcome {
        if reply.status == 503 { return .unavailable(reason: "no stream stores this subject", retryAfter: nil) }
        guard let document = reply.input else { return .failed(reason: "the acknowledgement can't be read", retryAfter: nil) }
        if let error = document["error"] {
            let description = error["description"]?.asText ?? "no description"
            let reason = "the stream answers: \(description)"
            if case .integer(let code)? = error["code"], !(500...599).contains(code) { return .failed(reason: reason, retryAfter: nil) }
            return .unavailable(reason: reason, retryAfter: nil)
        }
        guard document["stream"]?.asText != nil, case .integer? = document["seq"] else {
            return .failed(reason: "the acknowledgement can't be read", retryAfter: nil)
        }
        return .delivered
    }
}

extension NATSConnection.Reply {
    fileprivate var input: Input? {
        do throws(DomainError) {
            return try payload.withUnsafeBytes { bytes in Result { () throws(DomainError) in try JSONParser.parse(bytes) } }.get()
        } catch { return nil }
    }
}

/// The one connection that all requests share.
///
/// If it breaks, the next request connects to the next server.
private actor Connections {
    private let address: NATSAddress
    private let token: String?
    private let limit: Duration
    private var current: Task<Result<NATSConnection, NATSConnection.Failure>, Never>?
    private var open: NATSConnection?
    private var place = 0

    init(_ address: NATSAddress, token: String?, limit: Duration) {
        self.address = address
        self.token = token
        self.limit = limit
    }

    nonisolated func request(
        _ subject: String,
        headers: [(name: String, value: String)],
        _ payload: [UInt8]
    ) async throws(NATSConnection.Failure) -> NATSConnection.Reply {
        let connection = try await connection()
        do throws(NATSConnection.Failure) {
            return try await connection.request(subject, headers: headers, payload, within: limit)
        } catch {
            // The server may be cut off from the others, or from here.
            if case .noReply = error { connection.close() }
            throw error
        }
    }

    private func connection() async throws(NATSConnection.Failure) -> NATSConnection {
        if let open, open.isOpen { return open }
        open = nil
        let connecting = current ?? connect()
        let result = await connecting.value
        if current == connecting {
            current = nil
            if case .success(let connection) = result { open = connection }
        }
        return try result.get()
    }

    /// Connects to the first server that answers, beginning behind the last one that was used.
    private func connect() -> Task<Result<NATSConnection, NATSConnection.Failure>, Never> {
        let (servers, token, limit) = (address.servers, token, limit)
        let first = place
        place = (place + 1) % servers.count
        let task = Task {
            // A lost machine doesn't refuse a connection, so each server gets a part of the time.
            let part = limit / servers.count
            var failure = NATSConnection.Failure.unreached("no server is named")
            for server in servers.dropFirst(first) + servers.prefix(first) {
                do throws(NATSConnection.Failure) {
                    return Result<NATSConnection, NATSConnection.Failure>.success(
                        try await NATSConnection.open(server, token: token, within: part)
                    )
                } catch { failure = .unreached("\(server): \(error.reason)") }
            }
            return .failure(failure)
        }
        current = task
        return task
    }
}

extension NATSConnection.Failure {
    fileprivate var reason: String {
        switch self {
        case .unreached(let reason), .noReply(let reason): reason
        case .tooLong(let limit): "at most \(limit) bytes"
        }
    }
}
#else
/// Publishes domain events to a stream of NATS JetStream.
///
/// It requires the trait Remote, on Linux.
@available(*, unavailable, message: "NATSHandler needs the trait Remote of cargo-kit and Linux.")
public enum NATSHandler {}
#endif
