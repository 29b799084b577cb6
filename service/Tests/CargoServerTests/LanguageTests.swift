import CargoLocalization
import CargoWire
import Testing

@testable import CargoServer

@Suite("The language of pages")
struct LanguageTests {
    @Test(arguments: [
        ([], "en"), (["de"], "de"), (["de-CH, en;q=0.9"], "de"), (["de;q=0.5, en"], "en"), (["fr, de;q=0.1"], "de"), (["fr"], "en"),
        (["en;q=0.5", "de;q=0.6"], "de"), (["*"], "en"), (["en;q=0, *"], "de"), (["de;q=0, de-AT"], "en"), (["de;q=0, *;q=0"], "en"),
        (["de;q=2"], "en"), (["de;level=1"], "en"), (["d\u{e9}, de"], "de"), ([",,de ; q=1.000"], "de"), (["DE-at"], "de"),
        ([";q=1"], "en"),
        (["de;q=0.001, en;q=0"], "de"), (["en, de"], "en"), (["de, en"], "de"),
    ])
    func `Accept-Language chooses by weight, then by order`(fields: [String], tag: String) {
        #expect(Language(acceptLanguage: fields).tag == tag)
    }

    @Test func `elements after the hundredth are ignored`() {
        let many = String(repeating: "xx,", count: 99)
        #expect(Language(acceptLanguage: [many + "de"]) == .german)
        #expect(Language(acceptLanguage: [many + "yy,de"]) == .english)
        #expect(Language(acceptLanguage: [many, "yy", "de"]) == .english)
    }

    @Test func `a page is in the preferred language, and says so`() async throws {
        try await TestService.run { service in
            for (accepted, tag, title) in [("de-DE,de;q=0.9", "de", "Wo ist meine Sendung?"), ("fr", "en", "Where is my cargo?")] {
                let answer = try await service.send("GET", "/", as: nil, headers: ["Accept-Language": accepted])
                #expect(answer["content-language"] == tag)
                #expect(answer["vary"] == "Accept-Language")
                #expect(answer["etag"] == nil, "a tag would have to differ between languages")
                #expect(answer.text.contains("<html lang=\"\(tag)\">"))
                #expect(answer.text.contains("<h1>\(title)</h1>"))
                #expect(!answer.text.contains("[["))
            }
        }
    }

    @Test func `a problem's page is in the preferred language, and its JSON in English`() async throws {
        try await TestService.run { service in
            let german = ["Accept-Language": "de"]
            let page = try await service.send("GET", "/nowhere", as: nil, headers: german.merging(["Accept": "text/html"]) { $1 })
            #expect(page.status == 404)
            #expect(page["content-language"] == "de")
            #expect(page.text.contains("<h1>Nicht gefunden</h1>") && page.text.contains("Unter diesem Pfad gibt es nichts."))
            let answer = try await service.send("GET", "/nowhere", as: nil, headers: german)
            #expect(answer["content-language"] == nil)
            #expect(try answer.json["title"]?.asText == "Nothing exists at this path.")
        }
    }

    @Test func `the API answers the same bytes in every language`() async throws {
        try await TestService.run { service in
            let requests = [
                ("GET", "/v1/cargos", ""), ("GET", "/v1/cargos/NONE", ""), ("GET", "/v1/locations?limit=0", ""), ("GET", "/v1/nothing", ""),
                ("POST", "/v1/cargos", "{}"), ("POST", "/v1/cargos", "{"), ("GET", "/v2/events?limit=x", ""), ("GET", "/openapi.json", ""),
            ]
            for (method, path, body) in requests {
                var answers: [Answer] = []
                for language in ["en", "de", "de-AT;q=0.5, *", "tr"] {
                    let headers = ["Accept-Language": language, "X-Request-Id": "one", "Content-Type": "application/json"]
                    answers.append(try await service.send(method, path, body.isEmpty ? nil : body, headers: headers))
                }
                #expect(Set(answers.map(\.body)).count == 1, "\(method) \(path)")
                #expect(Set(answers.map { $0["vary"] }) == [nil])
            }
        }
    }

    @Test func `every fault of the service has a German text`() {
        for fault in TransportFault.allCases { #expect(Phrase(of: fault.title).text(in: .german) != fault.title) }
    }
}
