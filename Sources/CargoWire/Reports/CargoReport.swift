package import CargoApplication
import CargoDomain

/// A list of cargos as CSV, a line for each; names and values are English.
package enum CargoReport {
    /// A column: its name and a cargo's value.
    package typealias Column = (name: String, value: @Sendable (CargoList.Entry) -> String)

    /// The columns, in order.
    package static let columns: [Column] = [
        ("tracking_id", { $0.trackingId.text }),
        ("customer_id", { $0.customerId.text }),
        ("origin", { $0.origin.text }),
        ("destination", { $0.destination.text }),
        ("arrival_deadline", { $0.arrivalDeadline.description }),
        ("transport_status", { $0.transportStatus.rawValue }),
        ("routing_status", { $0.routingStatus.rawValue }),
        ("is_misdirected", { String($0.isMisdirected) }),
        ("booking_status", { $0.bookingStatus.rawValue }),
        ("estimated_arrival", { $0.estimatedArrival?.description ?? "" }),
        ("is_late", { String($0.isLate) }),
        ("is_disrupted", { String($0.isDisrupted) }),
        ("is_held", { String($0.isHeld) }),
        ("references", { $0.references.map(\.description).joined(separator: "; ") }),
        ("disrupted_by", { $0.disruption?.voyageNumber.text ?? "" }),
        ("disrupted_at", { $0.disruption?.location.text ?? "" }),
        ("delay_hours", { $0.arrivalDelay.map(hours) ?? "" }),
    ]

    /// The line with the names.
    package static let header = CSVLine.text(columns.map(\.name))

    /// A cargo's line.
    package static func line(_ cargo: CargoList.Entry) -> String { CSVLine.text(columns.map { $0.value(cargo) }) }

    /// Milliseconds as hours, with one decimal place.
    private static func hours(_ milliseconds: Int64) -> String {
        let tenths = (milliseconds.magnitude + 180_000) / 360_000
        return (milliseconds < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
    }
}
