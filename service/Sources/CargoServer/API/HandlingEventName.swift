import CargoApplication
import CargoDomain
import CargoWire

/// The name of a handling event in its cargo's history, such as `2026-01-06T00:00:00.000Z_LOAD_HKHKG_V100`.
///
/// The name consists of the values that identify an event of a cargo (HND-3), so it never changes, whichever events are registered before
/// or after it.
struct HandlingEventName: Hashable, Sendable {
    /// The schema of a name in a path.
    static let schema = Schema.text(
        pattern: "^[0-9TZ:.-]+_[A-Z]+_[A-Z0-9]+(_[A-Za-z0-9._-]+)?$",
        example: "2026-01-06T00:00:00.000Z_LOAD_HKHKG_V100"
    )
    /// What a name consists of.
    static let explanation = "Completion time, type, location and, for LOAD and UNLOAD, voyage number, joined by `_`."

    let completionTime: Instant
    let activity: HandlingActivity

    init(_ event: HandlingEvent) {
        completionTime = event.completionTime
        activity = event.activity
    }

    /// Names an event of a tracking view; nil if its parts don't fit together, which a derived view rules out.
    init?(_ event: CargoTrackingView.Event) {
        completionTime = event.completionTime
        do throws(DomainError) {
            activity = try HandlingActivity(type: event.type, location: event.location.unLocode, voyageNumber: event.voyageNumber)
        } catch {
            return nil
        }
    }

    /// The fields of a request that names the event.
    var members: [Input.Member] {
        var members: [Input.Member] = [
            .init(name: "completionTime", value: .text(completionTime.description)),
            .init(name: "location", value: .text(activity.location.text)),
            .init(name: "type", value: .text(activity.type.rawValue)),
        ]
        if let voyage = activity.voyageNumber { members.append(.init(name: "voyageNumber", value: .text(voyage.text))) }
        return members
    }

    /// Parses a name; nil if the text isn't the name of a possible event.
    init?(_ text: String) {
        let parts = text.split(separator: "_", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 3 else { return nil }
        do throws(DomainError) {
            // safe: the guard above demands three parts
            completionTime = try Instant(parts[0])
            activity = try HandlingActivity(
                // safe: the guard above demands three parts
                type: try HandlingType(parts[1]),
                // safe: the guard above demands three parts
                location: try UnLocode(parts[2]),
                voyageNumber: parts.count > 3 ? try VoyageNumber(parts[3]) : nil
            )
        } catch {
            return nil
        }
        // Each event has exactly one name, so times and codes must be in canonical form.
        guard self.text == text else { return nil }
    }

    var text: String {
        let parts = [completionTime.description, activity.type.rawValue, activity.location.text, activity.voyageNumber?.text]
        return parts.compactMap(\.self).joined(separator: "_")
    }
}
