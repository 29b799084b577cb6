import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire
import Hummingbird
import Logging

/// The callback of a subscription at a carrier: events of DCSA Track and Trace 2.2 that register handling, report port calls and place holds.
struct DCSAPushRoutes: Sendable {
    let desk: CarrierEventDesk
    let reader: CarrierEventReader
    let carriers: [CarrierKey]
    let keeper: Gatekeeper
    /// Signatures are computed one part of one body at a time, so that a processor stays free for other requests.
    private let signatures = Turns<AddressPrefix>(maximum: 1, maximumWaiting: .max)
    /// A sender's events are registered one request at a time.
    private let senders = Turns<String>()

    init(desk: CarrierEventDesk, reader: CarrierEventReader, carriers: [CarrierKey], keeper: Gatekeeper) {
        self.desk = desk
        self.reader = reader
        self.carriers = carriers
        self.keeper = keeper
    }

    /// The maximum number of events per request.
    static let maximumEvents = 1000

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .post,
                "/v2/events",
                .requiresOrSigned(.push),
                Operation(
                    .dcsa,
                    "pushDCSAEvents",
                    "Take a carrier's events",
                    description: """
                        The callback of a subscription at a carrier. Notification-Signature proves the sender, or a token with the permission push. EQUIPMENT \
                        LOAD and DISC of a laden container are LOAD and UNLOAD; GTIN before all other moves is RECEIVE, and GTOT at the destination is CLAIM. \
                        TRANSPORT ARRI and DEPA are reports of port calls, SHIPMENT HOLD and RELS place and release holds. Other events are ignored. \
                        The container or the documents identify the cargo, and the carrier's voyage numbers the voyage. Each event stands for itself, in any order, \
                        and sending an event again changes nothing. One with the same eventID, or without any of the same type, container, port and \
                        voyage, replaces an earlier one. An event that can't be applied yet is kept, and applied when what it lacks is registered.
                        """,
                    parameters: [
                        DCSARoutes.version,
                        .header(
                            "Notification-Signature",
                            .text(pattern: #"^\s*sha256=[0-9a-fA-F]{64}\s*$"#),
                            "The HMAC-SHA-256 of the body with the secret of the subscription.",
                            example: "sha256=ae688919f5e31f4c210ca6af362ce4d9ed87acfb51c1721a8507ee395de5e2de"
                        ),
                    ],
                    body: [(.json, .named(nil, listOf: .anyObject(), example: [Self.example]))],
                    .reply(
                        200,
                        "Some events are kept or were rejected: a result for each event.",
                        .list(of: PushResult.schema),
                        .apiVersion
                    ),
                    .reply(204, "No event is kept, and none was rejected.", nil, .apiVersion)
                ),
                push
            )
        ]
    }

    private static let example: Input = [
        "emptyIndicatorCode": "LADEN", "equipmentEventTypeCode": "GTIN", "equipmentReference": "MSKU1234565", "eventClassifierCode": "ACT",
        "eventCreatedDateTime": "2026-01-05T00:10:00Z", "eventDateTime": "2026-01-05T00:00:00Z",
        "eventID": "3cecb101-7a1a-43a4-9d62-e88a131651e2", "eventType": "EQUIPMENT",
        "transportCall": ["UNLocationCode": "HKHKG", "modeOfTransport": "TRUCK", "transportCallID": "HKHKG"],
    ]

    private func push(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        try DCSARoutes.checkVersion(of: call)
        try call.refuseQuery()
        _ = try call.content(of: .json)
        let (caller, bytes) = try await body(of: call)
        call.trail.note(caller: caller)
        let events = try Self.events(bytes)
        let results = try await senders.run(caller.name) { () async throws(Problem) in
            // Who signed a body is known only now.
            try await (call.caller.isAnonymous ? caller.actor : Correlation.actor).acting { () async throws(Problem) in
                try await receive(events, of: caller.name)
            }
        }
        call.trail.note(ids: results.filter { $0.outcome == .added }.compactMap { $0.trackingId?.text })
        for result in results where result.outcome == .kept || result.outcome == .rejected {
            var metadata: Logger.Metadata = ["carrier": "\(caller.name)", "code": "\(result.code ?? "")"]
            metadata["subject"] = result.subject.map { "\($0)" }
            metadata["event"] = result.keptId.map { "\($0)" }
            call.logger.notice("a carrier's event can't be applied", metadata: metadata)
        }
        if results.contains(where: \.isForLackOfRoom) { throw Problem(.carrierEventsTooMany, headers: [.retryAfter: "600"]) }
        return results.contains { $0.outcome == .kept || $0.outcome == .rejected } ? .json(results) : Response(status: .noContent)
    }

    /// Reads the body, and finds who sent it: the holder of a token, or the carrier whose key signed it.
    ///
    /// Nothing is read for a caller who has neither a token nor a signature that could be right. Until a signature proves right, its body is
    /// one of an unknown client; if it doesn't arrive, it counts as a wrong one.
    /// - Throws: `token_required`, `role_insufficient`, `signature_invalid`, `rate_limited`, and the errors of `IncomingBody.bytes`.
    private func body(of call: Call) async throws(Problem) -> (sender: Caller, bytes: [UInt8]) {
        let fields = call.values(.notificationSignature)
        guard let field = fields.first else {
            try Gatekeeper.check(call.caller, .push)
            return (call.caller, try await call.body.bytes(for: .json))
        }
        if !call.caller.isAnonymous { try Gatekeeper.check(call.caller, .push) }
        guard fields.count == 1, !carriers.isEmpty, let signature = NotificationSignature(field) else { throw Problem(.signatureInvalid) }
        let (address, connection) = (call.address, call.connection)
        try keeper.checkSignatures(from: address)
        call.body.belongs(to: .address(address))
        var check = SignatureCheck(signature, of: carriers)
        let bytes: [UInt8]
        do throws(Problem) {
            bytes = try await call.body.bytes(for: .json) { part async throws(Problem) in
                try await signatures.run(address) { () async throws(Problem) in
                    // Otherwise the bodies of clients that have gone would delay the others'.
                    if !connection.isClosed { part.withUnsafeReadableBytes { check.update($0) } }
                }
            }
        } catch {
            if error.code != TransportFault.bodiesExhausted.rawValue { try keeper.countWrongSignature(from: address) }
            throw error
        }
        guard let carrier = check.sender() else {
            try keeper.countWrongSignature(from: address)
            throw Problem(.signatureInvalid)
        }
        try keeper.countPush(of: carrier.name, bytes: bytes.count)
        return (Caller(name: carrier.name, role: .carrier, isAnonymous: false), bytes)
    }

    private static func events(_ bytes: [UInt8]) throws(Problem) -> [Input] {
        let body = try reading(FieldPlaces()) { () throws(DomainError) in
            try bytes.withUnsafeBytes { raw in Result { () throws(DomainError) in try JSONParser.parseForeign(raw) } }.get()
        }
        guard let events = CarrierEventReader.events(in: body) else {
            throw Problem(.validationFailed([.init(path: "", code: .shapeInvalid)]), reading: FieldPlaces())
        }
        guard events.count <= maximumEvents else { throw Problem(.bodyTooLarge, detail: "At most \(maximumEvents) events are allowed.") }
        return events
    }

    /// Applies events one by one, and keeps those that can't be applied.
    ///
    /// If the store fails, the whole request does, so that the carrier sends it again.
    private func receive(_ events: [Input], of carrier: String) async throws(Problem) -> [PushResult] {
        do throws(DomainError) {
            var received: [CarrierEventDesk.Received] = []
            for event in events { received.append(try .init(event, of: carrier, by: reader)) }
            let outcomes = try await desk.receive(received, of: carrier)
            return zip(received, outcomes).map(PushResult.init)
        } catch {
            throw Problem(error)
        }
    }
}

extension CarrierEventDesk.Received {
    /// Reads an event, and names it by what it says.
    /// - Parameter carrier: the name of the caller.
    /// - Throws: `shape_invalid` if the name can't be part of an id.
    init(_ event: Input, of carrier: String, by reader: CarrierEventReader) throws(DomainError) {
        let document = CanonicalJSON.text(of: event)
        let id = try CarrierEventId(carrier: carrier, digest: SHA256.hash(Array(document.utf8)))
        // A longer one isn't read, because it couldn't be kept.
        let isTooLong = document.utf8.count > CarrierEvent.maximumDocument
        self.init(id: id, document: document, message: isTooLong ? CarrierMessage() : reader.read(event))
    }
}

extension FieldName {
    /// `Notification-Signature`.
    static let notificationSignature = known("Notification-Signature")
}
