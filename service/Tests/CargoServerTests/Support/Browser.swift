import Testing

@testable import CargoServer

/// The parts of a browser that the pages' sessions need: it keeps the cookies from `Set-Cookie` and submits form fields.
struct Browser: Sendable {
    let service: TestService
    var cookie: String?
    var headers = ["Origin": "http://localhost"]

    /// A browser that has signed in.
    static func signedIn(_ service: TestService, as secret: String, headers: [String: String] = [:]) async throws -> Browser {
        var browser = Browser(service: service)
        browser.headers.merge(headers) { $1 }
        let answer = try await browser.post("/clerk/sign-in", "token=\(secret)")
        try #require(answer.status == 303, "\(answer.text)")
        browser.cookie = answer.cookie
        return browser
    }

    func get(_ path: String) async throws -> Answer { try await service.send("GET", path, as: nil, headers: fields) }

    func post(_ path: String, _ form: String) async throws -> Answer {
        let all = fields.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }
        return try await service.send("POST", path, form, as: nil, headers: all)
    }

    var fields: [String: String] { headers.merging(cookie.map { ["Cookie": $0] } ?? [:]) { $1 } }
}

extension Answer {
    /// The name and value of the cookie that the response sets.
    var cookie: String? { self["set-cookie"].map { String($0.prefix { $0 != ";" }) } }
}

extension String {
    /// The value of a hidden field.
    func value(of name: String) -> String? {
        guard let start = firstRange(of: "name=\"\(name)\" value=\"") else { return nil }
        return String(self[start.upperBound...].prefix { $0 != "\"" })
    }
}
