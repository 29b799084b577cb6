#if Server
import CargoApplication
import CargoDomain
import Hummingbird

/// Tells open pages that what they show has changed, never what it is now: they ask for that as they did before.
struct LiveUpdates: Sendable {
    private let source: EventStream.Source
    private let end: OutboxEnd

    init(_ source: EventStream.Source) {
        self.source = source
        end = OutboxEnd(source.environment)
    }

    /// What a page has seen of a cargo, in a word that changes when it does.
    static func state(of view: CargoTrackingView, version: Int64) -> String { "\(version).\(view.events.count)" }

    /// A stream that says `changed` whenever a cargo does; at once if it is no longer as the page has seen it.
    /// - Parameters:
    ///   - session: whose stream it is, and which it ends with; nil for a page that everyone may see.
    ///   - state: how the cargo is now.
    func stream(
        of trackingId: TrackingId,
        _ session: SessionWatch?,
        _ call: Call,
        state: () async throws(Problem) -> String
    ) async throws(Problem) -> Response {
        // Where the events end is asked first, so that nothing is missed in between.
        let start = try await position()
        let now = try await state()
        let seen = call.request.headers[.lastEventId] ?? call.target.query.first { $0.name == "seen" }?.value
        var stream = stream(session, call) { entries in
            let isConcerned = entries.contains { $0.event.aggregateType == .cargo && $0.event.aggregateId == trackingId.text }
            return isConcerned ? "event: changed\ndata: 1\n\n" : ""
        }
        if seen != now { stream.greeting = "event: changed\ndata: 1\n\n" }
        return try stream.response(from: start)
    }

    /// A stream that says `changed` whenever any cargo does.
    func stream(_ session: SessionWatch, _ call: Call) async throws(Problem) -> Response {
        let last = call.request.headers[.lastEventId] ?? call.target.query.first { $0.name == "after" }?.value
        let end = try await position()
        let start = last.flatMap { Int64($0) }.map { min(max($0, 0), end) } ?? end
        return try stream(session, call) { entries in
            entries.last.map { "id: \($0.sequence)\nevent: changed\ndata: 1\n\n" } ?? ""
        }.response(from: start)
    }

    private func stream(_ session: SessionWatch?, _ call: Call, _ frames: @escaping @Sendable ([EventTail.Entry]) -> String) -> EventStream
    {
        EventStream(source: source, call: call, isPublic: session == nil, isOver: { session?.hasEnded ?? false }, frames: frames)
    }

    /// How many events there are now.
    func position() async throws(Problem) -> Int64 {
        do throws(DomainError) {
            return try await end.position()
        } catch {
            throw Problem(error)
        }
    }
}

/// Finds the end of the outbox without reading it: the events are counted from one without a gap, so a few looks are enough.
actor OutboxEnd {
    private let environment: CargoApplication.Environment
    private var known: Int64 = 0

    init(_ environment: CargoApplication.Environment) { self.environment = environment }

    /// The place of the last event; 0 where there is none.
    func position() async throws(DomainError) -> Int64 {
        var low = known
        guard try await isMore(after: low) else { return low }
        var step: Int64 = 1
        while try await isMore(after: low + step) {
            low += step
            step *= 2
        }
        // There is more after `low`, and nothing after `high`.
        var high = low + step
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if try await isMore(after: middle) { low = middle } else { high = middle }
        }
        known = max(known, high)
        return high
    }

    private func isMore(after position: Int64) async throws(DomainError) -> Bool {
        try await !ReadEvents(environment).execute(.init(after: position, limit: 1)).get().isEmpty
    }
}
#endif
