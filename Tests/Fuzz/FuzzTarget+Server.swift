import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

@testable import ServerParsers

extension FuzzTarget {
    /// Parsers of `cargo-server`: request heads and settings.
    static let server = [
        FuzzTarget("accept", longest: 16 << 10, separatedBy: [",", ";", ", "], text: readAccept),
        FuzzTarget("accept-language", longest: 64 << 10, separatedBy: [",", ";", "-"], text: readAcceptLanguage),
        FuzzTarget("content-type", longest: 16 << 10, separatedBy: [";", " "]) { text in
            guard let media = Media(contentType: text) else { return }
            precondition(Media(contentType: media.contentType) == media, "a content type reads otherwise than it is written")
        },
        FuzzTarget("target", longest: 64 << 10, separatedBy: ["&", "/", "?"], text: readTarget),
        FuzzTarget("percent-encoding", longest: 64 << 10, separatedBy: ["", "%"]) { text in
            for isForm in [false, true] {
                guard let plain = PercentEncoding.decode(text[...], readsPlusAsSpace: isForm) else { continue }
                let encoded = PercentEncoding.encode(plain)
                precondition(PercentEncoding.decode(encoded[...], readsPlusAsSpace: isForm) == plain, "\(encoded) is decoded otherwise")
            }
        },
        FuzzTarget("form", longest: 1 << 20, separatedBy: ["&", "=", "%41"]) { text in
            guard let fields = parsed({ () throws(EncodedFields.Fault) in try EncodedFields.parse(text[...]) }) else { return }
            precondition(fields.count <= EncodedFields.maximumFields, "\(fields.count) fields")
            checkFields(fields)
        },
        FuzzTarget("entity-tag", longest: 16 << 10, separatedBy: [",", ", ", "\""], text: readEntityTags),
        FuzzTarget("idempotency-key", longest: 16 << 10, separatedBy: ["", "\\", "\""]) { text in
            guard let key = IdempotencyKeyField.key(text) else { return }
            let escaped: [Character] = key.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
            // A key that a structured string can contain must be the same in both forms.
            guard key.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return }
            precondition(IdempotencyKeyField.key("\"" + String(escaped) + "\"") == key, "\(key) is another key in quotes")
        },
        FuzzTarget("address", longest: 16 << 10, separatedBy: ["", ":", "."]) { text in
            guard case .v4(let address)? = AddressPrefix(text) else { return }
            let dotted = [24, 16, 8, 0].map { String(address >> $0 & 0xFF) }.joined(separator: ".")
            precondition(AddressPrefix(dotted) == .v4(address), "\(text) reads otherwise than \(dotted)")
            precondition(AddressPrefix("[::ffff:\(dotted)]:80") == .v4(address), "\(dotted) is another address when it is mapped")
        },
        FuzzTarget("authority", longest: 16 << 10, separatedBy: ["", ":", ".", "]"]) { text in
            if let origin = Origin(text) { precondition(Origin("https://" + origin.authority.text) == origin, "\(text) is another origin") }
            guard let authority = Authority(text) else { return }
            precondition(!authority.host.isEmpty && !authority.host.contains("/"), "\(text) has the host \(authority.host)")
            precondition(Authority(authority.text) == authority, "\(text) reads otherwise than \(authority.text)")
        },
        FuzzTarget("cookie", longest: 16 << 10, separatedBy: [";", "; ", "="], text: readCookies),
        FuzzTarget("forwarded", longest: 16 << 10, separatedBy: [",", ", "], text: readForwarded),
        FuzzTarget("event-name", longest: 16 << 10, separatedBy: ["_", ""]) { text in
            guard let name = HandlingEventName(text) else { return }
            precondition(name.text == text && HandlingEventName(name.text) == name, "\(text) has two names")
        },
        FuzzTarget("digits", longest: 16 << 10, separatedBy: ["", "-"]) { text in
            guard case .integer(let number) = Input(digits: text) else { return }
            precondition(Int64(text) == number, "\(text) is read as \(number)")
        },
        FuzzTarget("dcsa-filter", longest: 64 << 10, separatedBy: ["&", ","]) { text in
            guard let target = parsed({ () throws(EncodedFields.Fault) in try Target("/v2/events?" + text) }) else { return }
            guard let filter = parsed({ () throws(Problem) in try DCSAFilter(target.query) }) else { return }
            precondition((1...DCSAFilter.maximumPerPage).contains(filter.limit), "a limit of \(filter.limit)")
            let page = DCSAIndex().page(filter)
            precondition(page.entries.isEmpty && !page.hasNext, "an event without events")
            let cursor = filter.cursor(filter.position)
            guard let again = parsed({ () throws(Problem) in try DCSAFilter([("cursor", cursor)]) }) else {
                fatalError("\(cursor) is written but not read")
            }
            precondition(again.cursor(again.position) == cursor, "\(cursor) is another cursor when it is read")
        },
        FuzzTarget("dcsa-subscriptions", longest: 64 << 10, separatedBy: ["&", ","]) { text in
            guard let target = parsed({ () throws(EncodedFields.Fault) in try Target("/v2/event-subscriptions?" + text) }) else { return }
            guard let page = parsed({ () throws(Problem) in try DCSASubscriptionPage(target.query) }) else { return }
            precondition(page.limit >= 1 && page.offset >= 0 && page.page(of: []).isEmpty, "a page of \(page.limit) after \(page.offset)")
            let cursor = page.cursor(after: page.offset)
            guard let again = parsed({ () throws(Problem) in try DCSASubscriptionPage([("cursor", cursor)]) }) else {
                fatalError("\(cursor) is written but not read")
            }
            precondition(again.cursor(after: again.offset) == cursor, "\(cursor) is another cursor when it is read")
        },
        FuzzTarget("dcsa-subscription", longest: 64 << 10, separatedBy: [",", ":", "\""]) { (text: String) in
            guard let input = parsed({ () throws(DomainError) in try JSONParser.parse(text) }) else { return }
            _ = parsed { () throws(DomainError) in try DCSASecretRequest(input) }
            _ = parsed { () throws(DomainError) in try DCSASubscriptionRequest(input) }
            guard let change = parsed({ () throws(DomainError) in try DCSASubscriptionChange(input) }) else { return }
            let written = change.filter.canonicalText
            let again = parsed { () throws(DomainError) in try DCSAEventFilter(checking: try JSONParser.parse(written)) }
            precondition(again == change.filter, "\(written) is another filter when it is read")
            _ = DCSAFilter(change.filter)
        },
        FuzzTarget("dcsa-push", longest: 64 << 10, separatedBy: [",", ":", "\""]) { (bytes: UnsafeRawBufferPointer) in
            guard let input = parsed({ () throws(DomainError) in try JSONParser.parseForeign(bytes) }) else { return }
            let reader = CarrierEventReader { time, _ in time }
            for event in CarrierEventReader.events(in: input) ?? [input] {
                let message = reader.read(event)
                precondition(message.documents.allSatisfy { $0.type == .booking || $0.type == .billOfLading }, "no document")
                precondition(reader.read(json: CanonicalJSON.text(of: event)) == message, "what is kept is read otherwise than what came")
            }
        },
        FuzzTarget("dcsa-signature", longest: 16 << 10, separatedBy: ["", "=", " "]) { text in
            if let signature = NotificationSignature(text) {
                precondition(signature.code.count == 32, "\(signature.code.count) bytes")
                let digits = signature.code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                precondition(NotificationSignature("sha256=" + digits) == signature, "\(text) is read otherwise than it is written")
            }
            _ = try? CarrierKey(setting: text)
        },
        FuzzTarget("field-path", longest: 64 << 10, separatedBy: [".", "[0]", "]"]) { text in
            _ = FieldPlaces(body: "itinerary").place(of: text)
            _ = FieldPlaces(parameters: ["trackingId"]).place(of: text)
        },
        FuzzTarget("jwt", longest: 64 << 10, separatedBy: ["\n", ",", ".", "\""], text: readToken),
        FuzzTarget("jwks", longest: 64 << 10, separatedBy: [",", ":", "\""]) { (bytes: UnsafeRawBufferPointer) in
            guard let set = KeySet(json: Array(bytes)) else { return }
            precondition(set.keys.count <= KeySet.maximum, "\(set.keys.count) keys")
        },
        FuzzTarget("oidc-discovery", longest: 64 << 10, separatedBy: [",", ":", "\"", "/"]) { (bytes: UnsafeRawBufferPointer) in
            guard let found = ProviderMetadata(json: Array(bytes), issuer: "https://a.example") else { return }
            for address in [found.keys, found.authorization, found.token, found.endSession].compactMap(\.self) {
                precondition(ProviderMetadata.isUsable(address), "\(address) may not be used")
            }
        },
        FuzzTarget("sign-in", longest: 16 << 10, separatedBy: [".", ""]) { text in
            guard let flow = SignInFlow(cookie: text) else { return }
            precondition(
                flow.hasState(flow.state) && SignInFlow(cookie: flow.cookie)?.to == flow.to,
                "\(text) is read otherwise than it is written"
            )
        },
        FuzzTarget("access-token", longest: 16 << 10, separatedBy: [""]) { text in
            _ = try? AccessToken(setting: text)
            if let key = try? SecretKey(setting: text) { precondition(text.hasPrefix("\(key.id):"), "a key has another id") }
            var tenants: [Tenant: TenantLimits] = [:]
            try? tenants.add(setting: text)
            guard let token = try? AccessToken(role: .clerk, secret: text) else { return }
            precondition([token].matching(text) == token, "a token does not match its secret")
            precondition([token].matching(text + "0") == nil, "a token matches a longer secret")
            precondition([token].matching("") == nil, "a token matches nothing")
        },
    ]

    /// Reads a token, and one whose header and claims are two lines of the text, as the service does once its signature was verified.
    private static func readToken(_ text: String) {
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = lines.map { Base64URL.encode(Array($0.utf8)) } + ["AA"]
        var settings = ServerSettings.Identity(
            issuer: "https://a.example",
            audience: "cargo",
            roles: ["clerk": .clerk, "customer": .customer]
        )
        settings.rolesClaim = "/realm_access/roles"
        for token in [text, parts.joined(separator: ".")].compactMap({ try? JSONWebToken($0) }) {
            precondition(token.signature.count <= text.utf8.count, "\(token.signature.count) bytes of signature")
            let now = (try? Instant(epochMilliseconds: 1_767_225_600_000)) ?? .earliest
            let isSound = (try? token.claims.check(issuer: "https://a.example", audience: "cargo", now: now)) != nil
            if isSound { precondition(token.claims.end.epochMilliseconds >= now.epochMilliseconds - 60_000, "an expired token is sound") }
            _ = try? token.claims.check(nonce: "n", client: "cargo")
            guard let identity = try? settings.identity(token.claims) else { continue }
            precondition(identity.caller.customer == nil || identity.caller.role == .customer, "a customer with another role")
            precondition(identity.caller.name.utf8.count <= 255, "a name of \(identity.caller.name.utf8.count) bytes")
        }
    }

    /// Checks that the weights don't matter to a single range, that a range finds the same language as a locale does, and that what is
    /// excluded isn't chosen.
    private static func readAcceptLanguage(_ text: String) {
        let chosen = Language(acceptLanguage: text.split(separator: "\n").map { String($0) })
        precondition(Language.all.contains(chosen), "\(chosen) isn't a language")
        let refused = Language(acceptLanguage: ["de;q=0," + text.replacing("de", with: "xx")])
        precondition(refused == .english, "\(refused) was refused")
        let locale = Language(locale: text)
        precondition(Language(locale: locale.tag) == locale && Language(preferring: [locale.tag]) == locale, "\(locale) is read otherwise")
    }

    /// Reads a header field.
    ///
    /// Each line is one field of the same name.
    private static func readAccept(_ text: String) {
        let fields = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let kinds: [Media] = [.json, .csv, .html, .eventStream]
        guard let kind = Media.preferred(of: kinds, accept: fields) else { return }
        precondition(kinds.contains(kind), "a kind that was not offered")
    }

    /// Lines are fields of one name.
    private static func readCookies(_ text: String) {
        let fields = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for cookie in [SessionCookie.secure, .plain] {
            for value in cookie.values(in: fields) {
                precondition(!value.utf8.contains(UInt8(ascii: ";")), "\(value) is more than one cookie's value")
                // What the browser sends back is the part of Set-Cookie before its attributes.
                let field = cookie.field(value, seconds: 60)
                let pair = String(Substring(field.utf8.prefix { $0 != UInt8(ascii: ";") }))
                precondition(cookie.values(in: [pair]) == [value], "\(field) is read otherwise than it is written")
            }
        }
    }

    /// Lines are fields of one name.
    private static func readForwarded(_ text: String) {
        let fields = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let list = ForwardedList(fields)
        precondition(list.values.allSatisfy { !$0.utf8.contains(UInt8(ascii: ",")) }, "a value holds a comma")
        for proxies in [-1, 0, 1, 2, .max] {
            let outermost = list.outermost(of: proxies)
            precondition((outermost == nil) == (proxies <= 0 || list.values.isEmpty), "no value of \(proxies) proxies")
        }
        precondition(list.outermost(of: 1) == list.values.last, "the nearest proxy did not write the last value")
    }

    /// Lines are fields of one name.
    private static func readTarget(_ text: String) {
        guard let target = parsed({ () throws(EncodedFields.Fault) in try Target(text) }) else { return }
        for template: PathTemplate in ["/v1/cargos/{trackingId}", "/{a}/{b}/{c}"] {
            guard let places = template.match(target.path) else { continue }
            precondition(places.count == template.parameterNames.count, "a place is missing")
        }
        let path = target.path.map { "/" + PercentEncoding.encode($0) }.joined()
        guard let again = parsed({ () throws(EncodedFields.Fault) in try Target(path.isEmpty ? "/" : path) }) else {
            fatalError("\(path) is written but not read")
        }
        precondition(again.path == target.path && again.query.isEmpty, "\(path) is another path")
        checkFields(target.query)
    }

    /// Checks that fields written as a query read back as the same fields.
    private static func checkFields(_ fields: [EncodedFields.Field]) {
        let written = fields.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")
        guard let again = parsed({ () throws(EncodedFields.Fault) in try EncodedFields.parse(written[...]) }) else {
            fatalError("\(written) is written but not read")
        }
        precondition(again.elementsEqual(fields, by: ==), "\(written) has other fields")
    }

    /// Reads a header field.
    ///
    /// Each line is one field of the same name.
    private static func readEntityTags(_ text: String) {
        let fields = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard case .tags(let tags)? = EntityTagList(fields) else { return }
        precondition(!tags.isEmpty, "an empty list")
        let written = tags.map { ($0.isWeak ? "W/" : "") + "\"" + $0.text + "\"" }
        precondition(EntityTagList(written) == .tags(tags), "\(written) are other tags")
        precondition(EntityTagList([written.joined(separator: " , ")]) == .tags(tags), "\(written) are other tags on one line")
    }
}
