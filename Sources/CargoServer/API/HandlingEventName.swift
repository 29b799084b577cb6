#if Server
import CargoDomain

/// What a handling event is called in its cargo's history, such as `2026-01-06T00:00:00.000Z_LOAD_HKHKG_V100`.
///
/// It is made of what tells one event of a cargo from another (HND-3), so it never changes, whatever is registered before or after it.
struct HandlingEventName: Hashable, Sendable {
    let completionTime: Instant
    let activity: HandlingActivity

    init(_ event: HandlingEvent) {
        completionTime = event.completionTime
        activity = event.activity
    }

    /// Reads a name; nil if no event is called so.
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
        // Each event has one name: times and codes are written in one way.
        guard self.text == text else { return nil }
    }

    var text: String {
        let parts = [completionTime.description, activity.type.rawValue, activity.location.text, activity.voyageNumber?.text]
        return parts.compactMap(\.self).joined(separator: "_")
    }
}
#endif
