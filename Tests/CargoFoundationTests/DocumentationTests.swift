import CargoDomain
import CargoFoundation
import Foundation
import Testing

/// The examples of the product's documentation.
struct DocumentationTests {
    @Test func `dates and instants convert`() async throws {
        let departure = try Instant(Date(timeIntervalSince1970: 1_767_225_600))
        print(departure)  // 2026-01-01T00:00:00.000Z
        print(Date(departure).formatted(.iso8601))
        #expect(departure.description == "2026-01-01T00:00:00.000Z")
    }
}
