import CargoDomain
import Foundation
import Testing

@testable import CargoRemote

/// `Retry-After` as a date.
struct HTTPDateTests {
    @Test func `a date of the preferred form is read`() throws {
        #expect(try HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT") == Instant("1994-11-06T08:49:37Z"))
        #expect(try HTTPDate.parse("Thu, 29 Feb 2024 23:59:59 GMT") == Instant("2024-02-29T23:59:59Z"))
    }

    @Test(arguments: [
        "", "W\u{35F}", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 31 Feb 2026 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37  GMT", "Sun, 6 Nov 01994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:3\u{301} GMT", "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1969 08:49:37 GMT",
    ])
    func `any other text isn't a date`(text: String) {
        #expect(HTTPDate.parse(text) == nil)
        let answer = RemoteAnswer(status: 503, headers: ["retry-after": text], body: [])
        #expect(answer.retryAfter(Date(timeIntervalSince1970: 0)) == nil)
    }

    @Test func `a date in the past means no wait, and a wait is at most a billion seconds`() {
        let answer = RemoteAnswer(status: 503, headers: ["retry-after": "Sun, 06 Nov 1994 08:49:37 GMT"], body: [])
        #expect(answer.retryAfter(Date(timeIntervalSince1970: 784_111_717)) == .seconds(60))
        #expect(answer.retryAfter(Date(timeIntervalSince1970: 784_111_778)) == .zero)
        let late = RemoteAnswer(status: 503, headers: ["retry-after": "Fri, 31 Dec 9999 23:59:59 GMT"], body: [])
        #expect(late.retryAfter(Date(timeIntervalSince1970: 0)) == .seconds(1_000_000_000))
    }
}
