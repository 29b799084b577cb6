import CargoDomain
import CargoTesting
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import CargoRemote

@Suite("A remote store called from the main actor leaves it free")
@MainActor struct CallerActorTests {
    @Test func `requests are made, and responses read, off the main actor`() async throws {
        let cargo = Cargo.stub(version: 1)
        let transport = AnsweringTransport(body: Array(record(cargo).utf8))
        let client = try RemoteClient(
            url: URL(string: "http://127.0.0.1:1") ?? URL(fileURLWithPath: "/"),
            token: nil,
            transport: transport,
            retry: RemoteRetry(),
            pacer: Pauses().pacer
        )
        let cargos: any CargoRepository = HTTPCargoRepository(client: client)
        #expect(AnsweringTransport.isOnMain, "the test itself runs on the main actor")
        #expect(try await cargos.findByTrackingId(cargo.trackingId).get() == cargo)
        _ = await cargos.save(cargo)
        _ = await cargos.find(CargoQuery(), after: nil, limit: 10)
        #expect(transport.sentOnMain.count >= 3)
        #expect(transport.sentOnMain.allSatisfy { !$0 })
    }
}

/// Answers every request with 200 and the same body, and notes whether it was sent from the main actor.
private final class AnsweringTransport: HTTPTransport {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isOnMain: Bool { DispatchQueue.getSpecific(key: key) == true }

    private let body: [UInt8]
    private let noted = Mutex<[Bool]>([])

    init(body: [UInt8]) { self.body = body }

    /// Of each request, whether it was sent from the main actor.
    var sentOnMain: [Bool] { noted.withLock(\.self) }

    func send(_ request: RemoteRequest) async -> Result<RemoteAnswer, TransportFailure> {
        noted.withLock { $0.append(Self.isOnMain) }
        return .success(RemoteAnswer(status: 200, headers: ["content-type": "application/json"], body: body))
    }
}
