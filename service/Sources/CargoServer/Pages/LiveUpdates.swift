import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// Notifies open pages that their content has changed.
///
/// The notification carries no data; the page loads the content again with its usual request.
struct LiveUpdates: Sendable {
    private let source: EventStream.Source

    init(_ source: EventStream.Source) { self.source = source }

    /// A token for the state of a cargo that a page shows; it changes whenever the cargo does.
    static func state(of view: CargoTrackingView, version: Int64) -> String { "\(version).\(view.events.count)" }

    /// A stream that sends `changed` whenever a cargo changes, and immediately if the cargo's state differs from the one that the page
    /// shows.
    /// - Parameters:
    ///   - session: the session that the stream belongs to and ends with; nil for a page that is open to everyone.
    ///   - state: returns the cargo's current state.
    func stream(
        of trackingId: TrackingId,
        _ session: SessionWatch?,
        _ call: Call,
        state: () async throws(Problem) -> String
    ) async throws(Problem) -> Response {
        // Read the end of the outbox before the state, so that no change in between is missed.
        let start = try await position()
        let now = try await state()
        let seen = call.request.headerFields[.lastEventId] ?? call.target.query.first { $0.name == "seen" }?.value
        var stream = stream(session, call) { entries in
            let isConcerned = entries.contains { $0.aggregate == "Cargo:\(trackingId.text)" }
            return isConcerned ? "event: changed\ndata: 1\n\n" : ""
        }
        if seen != now { stream.greeting = "event: changed\ndata: 1\n\n" }
        return try stream.response(from: start)
    }

    /// A stream that sends `changed` whenever any cargo changes.
    func stream(_ session: SessionWatch, _ call: Call) async throws(Problem) -> Response {
        let last = call.request.headerFields[.lastEventId] ?? call.target.query.first { $0.name == "after" }?.value
        let end = try await position()
        var start = end
        if case .integer(let number)? = last.map(Input.init(digits:)) { start = min(max(number, 0), end) }
        return try stream(session, call) { entries in
            entries.last.map { "id: \($0.sequence)\nevent: changed\ndata: 1\n\n" } ?? ""
        }.response(from: start)
    }

    private func stream(_ session: SessionWatch?, _ call: Call, _ frames: @escaping @Sendable ([EventTail.Entry]) -> String) -> EventStream
    {
        EventStream(
            source: source,
            call: call,
            isPublic: session == nil,
            reader: session?.caller,
            isOver: { session?.hasEnded ?? false },
            frames: frames
        )
    }

    /// The position of the last event.
    func position() async throws(Problem) -> Int64 { try await source.position() }
}
