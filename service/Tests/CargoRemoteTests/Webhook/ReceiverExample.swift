// The receiver of docs/webhooks.md, compiled as it stands there (./tool check-examples). WebhookReceiverTests runs it.
import CargoApplication
import CargoInfrastructure
import CargoRemote
import Hummingbird

/// The events that have arrived: in your service, a table whose primary key is the id.
actor Inbox {
    private(set) var events: [String: [UInt8]] = [:]

    /// Stores an event; false if it has arrived before.
    func store(_ event: [UInt8], id: String) -> Bool { events.updateValue(event, forKey: id) == nil }
}

/// Receives the webhooks that one of the secrets signed.
func receiver(_ secrets: [WebhookSecret], _ inbox: Inbox) -> Router<BasicRequestContext> {
    let router = Router()
    router.post("hook") { request, _ -> HTTPResponse.Status in
        func field(_ name: String) -> String { HTTPFields.Element.Name(name).flatMap { request.headers[$0] } ?? "" }
        let (id, timestamp, signatures) = (field("webhook-id"), field("webhook-timestamp"), field("webhook-signature"))
        let body = Array(try await request.body.collect(upTo: 1 << 20).readableBytesView)
        let now = SystemClock().now()
        let isGenuine = secrets.contains { $0.hasSigned(body, id: id, timestamp: timestamp, signatures: signatures, at: now) }
        guard isGenuine else { return .unauthorized }
        // What takes longer happens elsewhere, with the events of the inbox.
        if await inbox.store(body, id: id) { print("received", id) }
        return .noContent
    }
    return router
}

func receive(_ secrets: [WebhookSecret]) async throws {
    let application = Application(
        router: receiver(secrets, Inbox()),
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 9000))
    )
    try await application.runService()
}
