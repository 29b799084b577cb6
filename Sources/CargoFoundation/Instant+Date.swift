public import CargoDomain
public import Foundation

extension Instant {
    /// Creates an instant from a date, rounded to the nearest millisecond.
    /// - Throws: `instant_out_of_range` if the date isn't in the years 1970 to 9999 (UTC).
    public init(_ date: Date) throws(DomainError) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard let exact = Int64(exactly: milliseconds) else {
            throw .invalid(.instantOutOfRange, text: String(date.timeIntervalSince1970))
        }
        try self.init(epochMilliseconds: exact)
    }
}

extension Date {
    /// Creates the date of an instant.
    ///
    /// Converting it back gives the same instant.
    public init(_ instant: Instant) { self.init(timeIntervalSince1970: Double(instant.epochMilliseconds) / 1000) }
}
