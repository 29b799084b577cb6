import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The list of cargos as a file for a spreadsheet.
struct ReportPages: Sendable {
    let kit: CargoKit
    let authenticator: PageAuthenticator
    let index: SuggestionIndex
    let overdueAfter: Duration

    /// The path of the file.
    static let path = "/clerk/cargos.csv"

    var routes: [HTTPRoute] {
        [
            HTTPRoute(.get, "/clerk/cargos.csv", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (_) async throws(Problem) in try await report(call) }
            }
        ]
    }

    /// Answers with the cargos that the list shows with the same filter, on all its pages.
    ///
    /// They are read and sent page by page, so the file needs no more memory than a page.
    private func report(_ call: Call) async throws(Problem) -> Response {
        let fields = try await FormFields(query: call.target.query).choosing(["at": .locations, "voyage": .voyages], from: index)
        let members = fields.input(BulkPages.filter)
        let request: ReadWorklist.Request
        let first: ReadWorklist.Response
        do throws(DomainError) {
            let wanted = Input(members: members.filter { $0.name != "cargo" } + [.init(name: "limit", value: .integer(1000))])
            request = try ReadWorklist.Request(wanted, overdueAfter: overdueAfter)
            first = try await page(fields.text("cargo"), request)
        } catch {
            throw Problem(error)
        }
        let headers: HTTPFields = [
            .contentType: Media.csv.contentType, .contentDisposition: #"attachment; filename="cargos.csv""#, .cacheControl: "no-store",
        ]
        guard call.request.method == .get else { return Response(status: .ok, headers: headers) }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                var page = first
                var text = CargoReport.header
                while true {
                    for cargo in page.cargos { text += CargoReport.line(cargo) }
                    try await writer.write(ByteBuffer(string: text))
                    guard let next = page.next else { break }
                    text = ""
                    page = try await self.page(fields.text("cargo"), request.starting(at: next))
                }
                try await writer.finish(nil)
            }
        )
    }

    private func page(_ typed: String?, _ request: ReadWorklist.Request) async throws(DomainError) -> ReadWorklist.Response {
        if let typed { return try await kit.worklist(named: typed, request) }
        return try await ReadWorklist(kit).execute(request).get()
    }
}

extension ReadWorklist.Request {
    /// The request for another page.
    fileprivate func starting(at position: ReadWorklist.Position) -> Self {
        Self(customerId: customerId, filter: filter, start: position, limit: limit)
    }
}

extension FieldName {
    /// `Content-Disposition`.
    static let contentDisposition = known("Content-Disposition")
}
