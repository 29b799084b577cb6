import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The page that tells who changed what of a cargo.
extension CargoPages {
    /// What the page shows.
    struct Changes: Sendable {
        let path: String
        /// The text of the link to the cargo's page.
        let back: String
        let rows: [Row]
        let isEmpty: Bool
        /// A sentence that says that some changes can't be shown; nil if all can.
        let gap: String?
        /// The address of the next page; nil on the last one.
        let next: String?

        /// A change.
        struct Row: Sendable {
            let time: PageTime
            let who: String
            let what: String
            let request: String
        }
    }

    func changes(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let id = try trackingId(of: call)
        let request = try ReadAuditTrail.Request.read(try call.parameters(integers: ["after"], path: ["trackingId"]), .query)
        let trail = try await turns.run(clerk.session.caller) { () async throws(Problem) in
            try await ReadAuditTrail(kit).execute(request).orProblem(.query)
        }
        let path = "\(Self.path(id))/changes"
        let content = Changes(
            path: Self.path(id),
            back: localized("Back to cargo \(id.text)"),
            rows: trail.events.map { event in
                Changes.Row(
                    time: PageTime(event.occurredAt),
                    who: event.actor?.text ?? localized("not recorded"),
                    what: event.fact.text(in: .current),
                    request: event.correlationId ?? ""
                )
            },
            isEmpty: trail.events.isEmpty,
            gap: trail.unreadable.isEmpty ? nil : localized("Some changes can't be read. The store may be damaged."),
            next: trail.next.map { "\(path)?after=\($0)" }
        )
        var frame = authenticator.frame(localized("Changes of cargo \(id.text)"), clerk)
        frame.address = path
        return .page(.changes, HTMLPage(page: frame, content: content))
    }
}
