import CargoWire
import Testing

@testable import CargoServer

/// References over HTTP, and who sees them.
struct ReferenceTests {
    private static let references = "/v1/cargos/ABC123/references"

    private func run(
        _ settings: ServerSettings = TestService.settings,
        _ body: @escaping @Sendable (TestService) async throws -> Void
    ) async throws {
        try await TestService.run(settings) { service in
            try await service.prepare()
            try await service.book()
            try await body(service)
        }
    }

    @Test func `a reference is added, found and removed`() async throws {
        try await run { service in
            let added = try await service.send("POST", Self.references, #"{"type":"CONTAINER","value":"CSQU3054383"}"#)
            #expect(added.status == 200)
            #expect(added.text == #"{"trackingId":"ABC123","version":2}"#)
            #expect(added["etag"] == "\"2\"")
            for typed in ["CSQU3054383", "csqu%20305438-3", "container%3ACSQU3054383"] {
                let found = try await service.send("GET", "/v1/cargos?reference=\(typed)")
                #expect(try found.json["cargos"]?.asList?.map { $0["trackingId"]?.asText } == ["ABC123"], "\(typed)")
            }
            let late = try await service.send("GET", "/v1/cargos?reference=CSQU3054383&late=true")
            #expect(late.text == #"{"cargos":[]}"#)
            let wrong = try await service.send("DELETE", Self.references + "?type=BOOKING&value=CSQU3054383")
            #expect(wrong.text == #"{"trackingId":"ABC123","version":2}"#)
            let removed = try await service.send("DELETE", Self.references + "?type=CONTAINER&value=CSQU3054383")
            #expect(removed.text == #"{"trackingId":"ABC123","version":3}"#)
            let gone = try await service.send("GET", "/v1/cargos?reference=CSQU3054383")
            #expect(gone.text == #"{"cargos":[]}"#)
        }
    }

    @Test func `invalid references are refused with their places`() async throws {
        try await run { service in
            let digit = try await service.send("POST", Self.references, #"{"type":"CONTAINER","value":"CSQU3054384"}"#)
            #expect(digit.status == 422)
            #expect(digit.text.contains(##""code":"reference_invalid""##) && digit.text.contains(##""pointer":"#/value""##))
            let type = try await service.send("DELETE", Self.references + "?type=INVOICE&value=1")
            #expect(type.status == 422)
            #expect(type.text.contains(#""code":"reference_type_invalid""#) && type.text.contains(#""parameter":"type""#))
            for query in ["reference=", "reference=container:X", "reference=1&customer=ACME"] {
                let refused = try await service.send("GET", "/v1/cargos?\(query)").status
                #expect(refused == 422, "\(query)")
            }
            let unknown = try await service.send("POST", "/v1/cargos/NOBODY/references", #"{"type":"BOOKING","value":"1"}"#).status
            #expect(unknown == 404)
            let partner = try await service.send("POST", Self.references, #"{"type":"BOOKING","value":"1"}"#, as: TestService.partner)
                .status
            #expect(partner == 403)
        }
    }

    private static let hidden = ["ABC709951", "MAEU123456789", "Order 17", "ACME"]

    /// Adds one reference of each type that a cargo with a container can have.
    private func addReferences(_ service: TestService) async throws {
        for (type, value) in [
            ("BOOKING", "ABC709951"), ("BILL_OF_LADING", "MAEU123456789"), ("CUSTOMER", "Order 17"), ("CONTAINER", "CSQU3054383"),
        ] {
            let added = try await service.send("POST", Self.references, #"{"type":"\#(type)","value":"\#(value)"}"#)
            #expect(added.status == 200, "\(added.text)")
        }
    }

    @Test(arguments: [nil, TestService.partner])
    func `a caller who may only track sees the container, the journey and nothing else that names the cargo or its customer`(
        token: String?
    ) async throws {
        try await run { service in
            try await addReferences(service)
            _ = try await service.send("PUT", "/v1/cargos/ABC123/itinerary", TestService.itinerary, headers: ["If-Match": "*"])
            let full = try await service.send("GET", "/v1/cargos/ABC123/tracking").text
            for text in Self.hidden + ["CSQU3054383"] { #expect(full.contains(text), "\(text)") }
            let view = try await service.send("GET", "/v1/cargos/ABC123/tracking", as: token)
            #expect(view.status == 200)
            #expect(try view.json["references"] == [["type": "CONTAINER", "value": "CSQU3054383"]])
            #expect(try view.json["legs"]?.asList?.isEmpty == false)
            for text in Self.hidden { #expect(!view.text.contains(text), "\(text)") }
        }
    }

    @Test func `the page that a container number leads to shows the journey, and nothing else that names the customer`() async throws {
        try await run { service in
            try await addReferences(service)
            _ = try await service.send("PUT", "/v1/cargos/ABC123/itinerary", TestService.itinerary, headers: ["If-Match": "*"])
            let found = try await service.send("GET", "/track/CSQU3054383", as: nil)
            #expect(found.status == 303)
            let page = try await service.send("GET", try #require(found["location"]), as: nil)
            #expect(page.status == 200)
            #expect(page.text.contains("CSQU3054383") && page.text.contains("V100") && page.text.contains("Stockholm"))
            for text in Self.hidden { #expect(!page.text.contains(text), "\(text)") }
        }
    }

    @Test func `a clerk adds and removes references on a cargo's page`() async throws {
        try await run { service in
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let path = "/clerk/cargos/ABC123"
            let page = try await browser.get(path).text
            #expect(page.contains("\(path)/reference\"") && !page.contains("\(path)/reference-removal"))
            let csrf = try #require(page.value(of: "csrf"))
            for (fields, field, text) in [
                ("type=CONTAINER&value=CSQU3054384", "value", "check digit"), ("type=BOOKING&value=", "value", "required"),
                ("type=INVOICE&value=1", "type", "not a type of reference"), ("value=1", "type", "required"),
            ] {
                let refused = try await browser.post(path + "/reference", "csrf=\(csrf)&\(fields)")
                #expect(refused.status == 422 && refused.text.contains(#"id="reference-\#(field)-fault""#), "\(fields)")
                #expect(refused.text.contains(text), "\(fields)")
            }
            #expect(try await browser.post(path + "/reference", "csrf=none&type=BOOKING&value=1").status == 403)
            for fields in ["type=CONTAINER&value=csqu+305438-3", "type=CUSTOMER&value=+Order+%3C17%3E+"] {
                let added = try await browser.post(path + "/reference", "csrf=\(csrf)&\(fields)")
                #expect(added.status == 303 && added["location"] == path + "?done=reference", "\(fields)")
            }
            let second = try await browser.post(path + "/reference", "csrf=\(csrf)&type=EQUIPMENT&value=BOX1")
            #expect(second.status == 422 && second.text.contains("reference-value-fault"))
            let after = try await browser.get(path + "?done=reference").text
            for text in [
                "Reference added.", #"aria-label="Remove: Container CSQU3054383""#,
                #"aria-label="Remove: Customer&#39;s reference Order &lt;17&gt;""#,
            ] {
                #expect(after.contains(text), "\(text)")
            }
            let wrong = try await browser.post(path + "/reference-removal", "csrf=\(csrf)&type=INVOICE&value=1")
            #expect(wrong.status == 422 && wrong.text.contains(#"<div class="faults" role="alert""#))
            let removed = try await browser.post(path + "/reference-removal", "csrf=\(csrf)&type=CUSTOMER&value=Order+%3C17%3E")
            #expect(removed.status == 303 && removed["location"] == path + "?done=reference-removal")
            let left = try await browser.get(path + "?done=reference-removal").text
            #expect(left.contains("Reference removed.") && left.contains("CSQU3054383") && !left.contains("Order &lt;17&gt;"))
            let viewer = try await Browser.signedIn(service, as: TestService.viewer)
            let seen = try await viewer.get(path).text
            #expect(seen.contains("CSQU3054383") && !seen.contains(path + "/reference"))
            let german = try await Browser.signedIn(service, as: TestService.clerk, headers: ["Accept-Language": "de"])
            #expect(try await german.get(path).text.contains(#"aria-label="Entfernen: Container CSQU3054383""#))
        }
    }

    @Test func `why a booking was cancelled is for clerks and its customer`() async throws {
        try await run(try CustomerTests.settings) { service in
            let (path, reason) = ("/v1/cargos/ABC123/cancellation", #"{"reason":"Sold to Initech"}"#)
            #expect(try await service.send("PUT", path, reason, headers: ["If-Match": "*"]).status == 200)
            let view = "/v1/cargos/ABC123/tracking"
            for (path, token) in [("/track/ABC123", nil), (view, nil), (view, TestService.partner)] {
                let seen = try await service.send("GET", path, as: token).text
                #expect(seen.contains("ancelled") && !seen.contains("Initech"), "\(path)")
            }
            let customer = try await CustomerPageTests.signedIn(service)
            let clerk = try await Browser.signedIn(service, as: TestService.clerk)
            for page in [try await customer.get("/customer/cargos/ABC123"), try await clerk.get("/clerk/cargos/ABC123")] {
                #expect(page.text.contains("The booking was cancelled: Sold to Initech"))
            }
            for token in [CustomerTests.acme, TestService.viewer] {
                #expect(try await service.send("GET", view, as: token).text.contains("Initech"))
            }
        }
    }

    @Test func `a caller who may only track sees the number of a shipper's own box`() async throws {
        try await run { service in
            _ = try await service.send("POST", Self.references, #"{"type":"EQUIPMENT","value":"BOX 7/1"}"#)
            for path in ["/v1/cargos/ABC123/tracking", "/track/ABC123"] {
                let tracked = try await service.send("GET", path, as: nil)
                #expect(tracked.text.contains("BOX 7/1"), "\(path)")
            }
        }
    }

    @Test func `the tracking page leads to the only cargo with a reference, and lets choose among several`() async throws {
        try await run { service in
            _ = try await service.send("POST", Self.references, #"{"type":"CONTAINER","value":"CSQU3054383"}"#)
            _ = try await service.send("POST", Self.references, #"{"type":"CUSTOMER","value":"Order 17"}"#)
            let typed = try await service.send("GET", "/track?id=csqu+305438+3", as: nil)
            #expect(typed.status == 303)
            #expect(typed["location"] == "/track/csqu%20305438%203")
            let only = try await service.send("GET", "/track/csqu%20305438%203", as: nil)
            #expect(only.status == 303)
            #expect(only["location"] == "/track/ABC123")
            let folded = try await service.send("GET", "/track/abc123", as: nil)
            #expect(folded["location"] == "/track/ABC123")

            _ = try await service.send("POST", "/v1/cargos", TestService.booking.replacing("ABC123", with: "DEF456"))
            _ = try await service.send("POST", "/v1/cargos/DEF456/references", #"{"type":"CONTAINER","value":"CSQU3054383"}"#)
            let several = try await service.send("GET", "/track/CSQU3054383", as: nil)
            #expect(several.status == 200)
            #expect(several.text.contains(#"href="/track/ABC123""#) && several.text.contains(#"href="/track/DEF456""#))
            #expect(!several.text.contains("ACME"))

            for unknown in ["CSQU3054384", "Order%2017", "CUSTOMER%3AOrder%2017", "ZZZ999", "%F0%9F%9A%A2"] {
                let answer = try await service.send("GET", "/track/\(unknown)", as: nil)
                #expect(answer.status == 404, "\(unknown)")
                #expect(answer.text.contains("No cargo found with this tracking id or reference."), "\(unknown)")
            }
        }
    }
}
