import CargoRemote

/// Requests to an identity provider.
protocol ProviderConnection: Sendable {
    func get(_ address: String) async -> Result<ProviderAnswer, ProviderFailure>
    func post(_ address: String, _ fields: [(String, String)], _ body: [UInt8]) async -> Result<ProviderAnswer, ProviderFailure>
}

/// An identity provider's response.
struct ProviderAnswer: Sendable {
    let status: Int
    let body: [UInt8]
}

/// Why an identity provider can't be used, for the log.
struct ProviderFailure: Error, Sendable {
    let text: String
}

/// Requests over the network: without redirects, cookies or caches, with limits on time and size.
struct NetworkConnection: ProviderConnection {
    private let client = PlainClient(timeouts: RemoteTimeouts(response: .seconds(5), total: .seconds(10)), maximumBytes: 1 << 20)

    func get(_ address: String) async -> Result<ProviderAnswer, ProviderFailure> {
        await send("GET", address, [("Accept", "application/json")], nil)
    }

    func post(_ address: String, _ fields: [(String, String)], _ body: [UInt8]) async -> Result<ProviderAnswer, ProviderFailure> {
        await send("POST", address, fields, body)
    }

    private func send(
        _ method: String,
        _ address: String,
        _ fields: [(String, String)],
        _ body: [UInt8]?
    ) async -> Result<ProviderAnswer, ProviderFailure> {
        switch await client.send(method, address, headers: fields, body: body) {
        case .success(let answer): .success(ProviderAnswer(status: answer.status, body: answer.body))
        case .failure(let failure): .failure(ProviderFailure(text: "\(address): \(failure.cause)"))
        }
    }
}
