import CargoDomain
import CargoTesting
import CargoWire
import Foundation
import Synchronization

@testable import CargoRemote

/// The text of a response with a body of this content type.
func answer(_ status: Int, _ kind: String, _ body: String, _ headers: String...) -> String {
    let fields = ["Content-Type: \(kind)", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
    return "HTTP/1.1 \(status) Whatever\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n" + body
}

/// The text of a JSON response.
func answer(_ status: Int, body: String) -> String { answer(status, "application/json", body) }

/// The text of a problem response.
func problem(_ status: Int, _ code: String, _ more: String = "", _ headers: String...) -> String {
    let body =
        #"{"code":"\#(code)",\#(more)"requestId":"r-1","status":\#(status),"title":"A title.","type":"urn:cargo-kit:problem:\#(code)"}"#
    let fields = ["Content-Type: application/problem+json", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
    return "HTTP/1.1 \(status) Whatever\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n" + body
}

/// A stored cargo in the form that the service returns.
func record(_ cargo: Cargo) -> String { String(decoding: CargoRecord.encode(cargo), as: UTF8.self) }

/// Skips the pauses between attempts and records how long they should have been.
final class Pauses: Sendable {
    private let taken = Mutex<[Duration]>([])

    var all: [Duration] { taken.withLock { $0 } }

    var pacer: Pacer { Pacer(fraction: { 1 }, wait: { pause in self.taken.withLock { $0.append(pause) } }) }
}

extension ScriptedServer {
    static let token = "service-secret-0123456789-abcdef"

    /// A remote store for this server that doesn't pause between attempts.
    func store(
        timeouts: RemoteTimeouts = RemoteTimeouts(),
        retry: RemoteRetry = RemoteRetry(),
        maximumBytes: Int = 1 << 20,
        _ pauses: Pauses = Pauses()
    ) throws -> RemoteStore {
        try RemoteStore(url: url, token: Self.token, timeouts: timeouts, retry: retry, maximumBytes: maximumBytes, pacer: pauses.pacer)
    }
}

extension Result where Failure == DomainError {
    /// The failure; nil on success.
    var error: DomainError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
