import CargoApplication
import CargoDomain
import Foundation

@testable import CargoRemote

extension FuzzTarget {
    /// Parsers of `CargoRemote`: responses, addresses and secrets.
    static let remote = [
        FuzzTarget("problem-document", longest: 1 << 20, separatedBy: [",", "/", "~1"]) { bytes in
            let answer = RemoteAnswer(status: 422, headers: ["content-type": "application/problem+json"], body: Array(bytes))
            guard let problem = ProblemDocument(answer) else { return }
            _ = problem.cause
            if let error = problem.error { precondition(error.code.rawValue == problem.code, "another code") }
        },
        FuzzTarget("retry-after", longest: 16 << 10, separatedBy: ["", " ", ","]) { text in
            let answer = RemoteAnswer(status: 503, headers: ["retry-after": text], body: [])
            guard let wait = answer.retryAfter(Date(timeIntervalSince1970: 1_773_064_800)) else { return }
            precondition(wait >= .zero, "\(text) is a wait of \(wait)")
        },
        FuzzTarget("remote-answer", longest: 1 << 20, separatedBy: [",", ";"]) { bytes in
            // The first line is the status and content type, the rest is the body.
            let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
            let head = String(decoding: lines.first.map(Array.init) ?? [], as: UTF8.self)
            let status = Int(head.prefix(3)) ?? 200
            let answer = RemoteAnswer(
                status: status,
                headers: ["content-type": String(head.dropFirst(4))],
                body: lines.count > 1 ? Array(lines[1]) : []
            )
            _ = AttemptOutcome(.success(answer), now: Date(timeIntervalSince1970: 1_773_064_800))
            _ = RemoteClient.read(answer, as: Cargo.self)
        },
        FuzzTarget("webhook-secret", longest: 16 << 10, separatedBy: ["", "=", "\n"]) { text in
            guard let secret = WebhookSecret(text) else { return }
            precondition((24...64).contains(secret.bytes.count), "a secret of \(secret.bytes.count) bytes")
            precondition(secret.signature(id: "1", timestamp: "2", body: secret.bytes).hasPrefix("v1,"))
            let spelling = "whsec_" + Data(secret.bytes).base64EncodedString()
            precondition(WebhookSecret(spelling)?.bytes == secret.bytes, "a secret reads otherwise than it is written")
        },
        FuzzTarget("sealed-secret", longest: 16 << 10, separatedBy: ["", ":", "="]) { text in
            guard let sealed = SealedSecret(text) else { return }
            precondition(sealed.text == text && SealedSecret(sealed.text) == sealed, "a sealed secret has two spellings")
            precondition(SealedSecret.isKeyId(sealed.keyId.utf8), "\(sealed.keyId) is the id of a key")
            precondition(WebhookSecret(stored: text) == nil, "a sealed secret is one in plain text, too")
        },
        FuzzTarget("nats", longest: 1 << 20, separatedBy: ["\r\n", " ", "PING\r\n"]) { bytes in
            checkPieces(Array(bytes))
        },
        FuzzTarget("nats-address", longest: 16 << 10, separatedBy: ["", ",", ":"]) { text in
            guard let address = NATSAddress(text) else { return }
            precondition(NATSAddress(address.description) == address, "an address reads otherwise than it is written")
        },
        FuzzTarget("remote-url", longest: 16 << 10, separatedBy: ["", "/", "?"]) { text in
            guard let url = URL(string: text) else { return }
            _ = parsed { () throws(RemoteStoreError) in try RemoteAddress.base(of: url) }
            _ = parsed { () throws(RemoteStoreError) in try RemoteAddress.checked(token: text) }
        },
    ]
}

/// Operations are the same, however the bytes arrive.
private func checkPieces(_ bytes: [UInt8]) {
    var whole = NATSParser()
    whole.append(bytes)
    let expected = operations(&whole)
    var pieces = NATSParser()
    var found: [NATSOperation] = []
    for start in stride(from: 0, to: bytes.count, by: 251) {
        pieces.append(bytes[start..<min(start + 251, bytes.count)])
        let (more, isBroken) = operations(&pieces)
        found += more
        if isBroken { return precondition(found == expected.0, "other operations in pieces") }
    }
    precondition(expected.1 || found == expected.0, "other operations in pieces")
}

private func operations(_ parser: inout NATSParser) -> ([NATSOperation], isBroken: Bool) {
    var found: [NATSOperation] = []
    do throws(NATSParser.Malformed) {
        while let operation = try parser.next() { found.append(operation) }
        return (found, false)
    } catch { return (found, true) }
}
