import CargoDomain
import CargoInfrastructure
import CargoTesting
import Foundation
import Synchronization

@testable import CargoRemote

/// The text of an answer with a body of this kind.
func answer(_ status: Int, _ kind: String, _ body: String, _ headers: String...) -> String {
    let fields = ["Content-Type: \(kind)", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
    return "HTTP/1.1 \(status) Whatever\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n" + body
}

/// The text of an answer in JSON.
func answer(_ status: Int, body: String) -> String { answer(status, "application/json", body) }

/// A problem document.
func problem(_ status: Int, _ code: String, _ more: String = "", _ headers: String...) -> String {
    let body =
        #"{"code":"\#(code)",\#(more)"requestId":"r-1","status":\#(status),"title":"A title.","type":"urn:cargo-kit:problem:\#(code)"}"#
    let fields = ["Content-Type: application/problem+json", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
    return "HTTP/1.1 \(status) Whatever\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n" + body
}

/// A stored cargo as the service gives it.
func record(_ cargo: Cargo) -> String { String(decoding: CargoRecord.encode(cargo), as: UTF8.self) }

#if canImport(Darwin) || Remote
/// Waits no time at all between attempts, and remembers how long it should have.
final class Pauses: Sendable {
    private let taken = Mutex<[Duration]>([])

    var all: [Duration] { taken.withLock { $0 } }

    var pacer: Pacer { Pacer(fraction: { 1 }, wait: { pause in self.taken.withLock { $0.append(pause) } }) }
}

extension ScriptedServer {
    static let token = "service-secret-0123456789-abcdef"

    /// A store behind it that waits no time between attempts.
    func store(
        timeouts: RemoteTimeouts = RemoteTimeouts(),
        retry: RemoteRetry = RemoteRetry(),
        mostBytes: Int = 1 << 20,
        _ pauses: Pauses = Pauses()
    ) throws -> RemoteStore {
        try RemoteStore(url: url, token: Self.token, timeouts: timeouts, retry: retry, mostBytes: mostBytes, pacer: pauses.pacer)
    }
}
#endif

extension Result where Failure == DomainError {
    /// The failure, if it is one.
    var error: DomainError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
