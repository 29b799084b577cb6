import CargoApplication
import CargoDomain
import CargoWire
import Foundation

extension FuzzTarget {
    /// Parsers of the values in requests, rows and files.
    static let values = [
        FuzzTarget("values", longest: 64 << 10, separatedBy: ["", ".", ":"]) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            checkSpelling(text, UnLocode.init, \.text)
            checkSpelling(text, TrackingId.init, \.text)
            checkSpelling(text, VoyageNumber.init, \.text)
            checkSpelling(text, CustomerId.init, \.text)
            checkSpelling(text, LocationName.init, \.text)
            checkSpelling(text, HandlingType.init, \.rawValue)
            checkSpelling(text, ReferenceType.init, \.rawValue)
            checkReferences(text)
            checkSpelling(text, Instant.init, \.description)
            checkSpelling(text, ConsumerName.init, \.text)
            checkSpelling(text, IdempotencyKey.init, \.text)
            checkSpelling(text, SubscriptionId.init, \.text)
            checkQuick(bytes)
        },
        FuzzTarget("endpoint", longest: 16 << 10, separatedBy: ["", ".", ":", "/"]) { text in
            checkSpelling(text, EndpointURL.init, \.text)
            checkAddress(text)
            guard let endpoint = parsed({ () throws(DomainError) in try EndpointURL(text) }) else { return }
            // Whoever connects parses the URL with Foundation, which must find the host that is judged.
            let host = URL(string: endpoint.text)?.host(percentEncoded: true)?.trimmingCharacters(in: ["[", "]"])
            precondition(host == endpoint.host, "\(endpoint) has the host \(host ?? "none") for others")
            let lenient = EndpointPolicy(allowedHosts: [endpoint.host])
            precondition(lenient.refusal(of: endpoint, owner: nil) == nil, "an allowed host is refused")
            precondition(endpoint.isSecure || EndpointPolicy().refusal(of: endpoint, owner: nil) != nil, "http is let pass")
        },
    ]

    /// Checks that an address reads as the system reads it, and is as public as the IPv6 address that stands for it.
    private static func checkAddress(_ text: String) {
        guard !text.utf8.contains(0) else { return }
        var system4 = in_addr()
        var system6 = in6_addr()
        let expected: [UInt8]? =
            inet_pton(AF_INET, text, &system4) == 1
            ? withUnsafeBytes(of: system4) { Array($0) }
            : inet_pton(AF_INET6, text, &system6) == 1 ? withUnsafeBytes(of: system6) { Array($0) } : nil
        precondition(IPAddress(text)?.bytes == expected, "\(text) reads as another address")
        guard let address = IPAddress(text) else { return }
        precondition(IPAddress(address.description) == address, "\(address) reads otherwise than it is written")
        guard address.bytes.count == 4 else { return }
        let mapped = IPAddress(bytes: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address.bytes)
        precondition(mapped?.isPublic == address.isPublic, "\(address) is public in one form only")
    }

    /// Checks that each reference keeps its text and is found again by typing it, and that a lookup holds one reference of a type.
    private static func checkReferences(_ text: String) {
        for type in ReferenceType.allCases {
            guard let reference = parsed({ () throws(DomainError) in try CargoReference(type, text) }) else { continue }
            precondition(reference.value.hasSameScalars(as: text) && !(reference < reference))
        }
        let lookup = CargoLookup(typed: text)
        let typed = TypedLookup(text).lookups
        precondition(typed.first == lookup && typed.count <= 5, "other readings come before the text itself")
        precondition(typed.dropFirst().allSatisfy { $0.trackingId == nil && $0.references.count <= 24 })
        precondition(Set(lookup.references.map(\.type)).count == lookup.references.count)
        for reference in lookup.references {
            precondition(CargoLookup(typed: reference.description).references == [reference], "a reference isn't read as it is shown")
        }
    }

    /// Checks that the parsers of bytes accept nothing that the parsers of text reject, and return the same values.
    private static func checkQuick(_ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let code = UnLocode(utf8: bytes) { precondition(code == parsed { () throws(DomainError) in try UnLocode(text) }) }
        if let id = TrackingId(utf8: bytes) { precondition(id == parsed { () throws(DomainError) in try TrackingId(text) }) }
        if let number = VoyageNumber(utf8: bytes) { precondition(number == parsed { () throws(DomainError) in try VoyageNumber(text) }) }
        if let id = CustomerId(utf8: bytes) { precondition(id == parsed { () throws(DomainError) in try CustomerId(text) }) }
        if let instant = Instant(canonical: bytes) { precondition(instant == parsed { () throws(DomainError) in try Instant(text) }) }
    }
}
