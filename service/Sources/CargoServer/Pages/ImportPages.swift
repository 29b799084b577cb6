import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire
import Hummingbird

/// The page on which clerks paste many bookings or scans, as CSV, as cells of a spreadsheet or as JSON Lines.
struct ImportPages: Sendable {
    let kit: CargoKit
    let authenticator: PageAuthenticator

    var routes: [HTTPRoute] {
        [
            HTTPRoute(.get, "/clerk/import", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in
                    guard clerk.session.caller.may(.operate) else { throw Problem(.roleInsufficient) }
                    return page(clerk)
                }
            },
            HTTPRoute(.post, "/clerk/import", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await take(call, clerk) }
            },
        ]
    }

    /// How many rows one request imports at most.
    private static let maximumRows = 1000

    /// What is imported.
    private enum Kind: String, CaseIterable {
        case bookings
        case scans

        var heading: String {
            switch self {
            case .bookings: localized("Book cargos")
            case .scans: localized("Register scans")
            }
        }

        var columns: ImportColumns {
            switch self {
            case .bookings: .bookings
            case .scans: .handlingEvents
            }
        }

        /// The header and a row, as the clerk may paste them.
        var example: String {
            switch self {
            case .bookings:
                """
                origin,destination,arrival_deadline,customer_id,references
                HKHKG,SESTO,2100-01-01T00:00:00Z,ACME,container:CSQU3054383;booking:ABC709951
                """
            case .scans:
                """
                completion_time,tracking_id,type,un_locode,voyage_number
                2026-03-01T08:00:00Z,7K3M9QX2R5TB,LOAD,HKHKG,V100
                """
            }
        }

        func rows(_ kit: CargoKit) -> any RowImport {
            switch self {
            case .bookings: ImportBookings(kit)
            case .scans: ImportHandlingEvents(kit)
            }
        }

        func summary(_ count: Int) -> String {
            switch self {
            case .bookings: localized(count, one: "\(count) cargo booked.", other: "\(count) cargos booked.")
            case .scans: localized(count, one: "\(count) scan registered.", other: "\(count) scans registered.")
            }
        }
    }

    /// The content of the page.
    struct Content: Sendable {
        /// What happened; nil if nothing did.
        let done: String?
        /// What the clerk has to correct, or what went wrong; nil if nothing.
        let fault: String?
        let failures: [Failure]
        let hasFailures: Bool
        let cargos: [Cargo]
        let hasCargos: Bool
        let forms: [Form]

        /// A row that wasn't imported.
        struct Failure: Sendable {
            let line: Int
            let reason: String
            let text: String
        }

        /// A cargo that was booked.
        struct Cargo: Sendable {
            let id: String
            let address: String
        }

        /// A form with rows of one kind.
        struct Form: Sendable {
            let name: String
            let heading: String
            let example: String
            /// What was pasted, if some of it has to be corrected.
            let text: String
        }
    }

    private func take(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let form = try await FormFields.read(call)
        try authenticator.check(form, of: clerk, call)
        guard let kind = Kind(rawValue: form["what"] ?? "") else { throw Problem(.formInvalid) }
        let text = form["rows"] ?? ""
        let chunk: [ImportRow]
        switch Self.rows(text, kind) {
        case .failure(let fault): return page(clerk, kind, text, fault: fault.text)
        case .success(let rows): chunk = rows
        }
        guard !chunk.isEmpty else { return page(clerk, kind, text, fault: localized("Enter at least one row.")) }
        guard chunk.count <= Self.maximumRows else {
            return page(clerk, kind, text, fault: localized("Enter at most \(Self.maximumRows) rows at once."))
        }
        var rows = kind.rows(kit)
        switch await rows.take(chunk) {
        case .success(let step):
            call.trail.note(ids: step.kept.filter { $0.isNew || $0.isUpdated }.compactMap { $0.trackingId?.text })
            return page(clerk, kind, text, step)
        case .failure(let error):
            // What was pasted stays in the form.
            return page(clerk, kind, text, fault: localized("Stopped: \(FormFaults.text(error)) What is done stays as it is."))
        }
    }

    // MARK: Reading the form

    /// Why what was pasted has no rows.
    private struct Fault: Error {
        let text: String
    }

    private static func rows(_ text: String, _ kind: Kind) -> Result<[ImportRow], Fault> {
        let source = ArrayByteSource(Array(text.utf8))
        var reader =
            FormFields.trimmed(text).hasPrefix("{") ? ImportReader(jsonLines: source) : ImportReader(csv: source, kind.columns)
        do throws(ImportReaderFailure) {
            return .success(try reader.next(maximumRows + 1))
        } catch {
            switch error {
            case .header(let header):
                // What has no text at all has no header either.
                return FormFields.trimmed(text).isEmpty
                    ? .success([]) : .failure(.init(text: localized("The first line must be: \(header.expected.joined(separator: ","))")))
            case .format, .source: return .failure(.init(text: localized("This is neither CSV nor JSON Lines.")))
            }
        }
    }

    // MARK: The page

    private func page(_ clerk: PageAuthenticator.Clerk) -> Response {
        page(clerk, Self.content(forms: Kind.allCases.map { Self.form($0) }), status: .ok)
    }

    private func page(_ clerk: PageAuthenticator.Clerk, _ kind: Kind, _ text: String, fault: String) -> Response {
        page(clerk, Self.content(fault: fault, forms: [Self.form(kind, text)]), status: .unprocessableContent)
    }

    private func page(_ clerk: PageAuthenticator.Clerk, _ kind: Kind, _ text: String, _ step: ImportStep) -> Response {
        let changed = step.kept.filter { $0.isNew || $0.isUpdated }
        var sentences = [kind.summary(step.kept.count(where: \.isNew))]
        let updated = step.kept.count { $0.isUpdated }, unchanged = step.kept.count - changed.count
        if updated > 0 { sentences.append(localized(updated, one: "\(updated) cargo changed.", other: "\(updated) cargos changed.")) }
        if unchanged > 0 {
            sentences.append(localized(unchanged, one: "\(unchanged) was so already.", other: "\(unchanged) were so already."))
        }
        let failures = step.issues.filter { $0.verdict == .rejected }
        let cargos = kind == .bookings ? changed.compactMap(\.trackingId) : []
        let content = Self.content(
            done: sentences.joined(separator: " "),
            failures: failures.map { .init(line: $0.line, reason: Self.reason($0), text: $0.text) },
            cargos: cargos.map { .init(id: $0.text, address: "/clerk/cargos/" + PercentEncoding.encode($0.text)) },
            // Sending the rows again imports those that were corrected and no other.
            forms: failures.isEmpty ? Kind.allCases.map { Self.form($0) } : [Self.form(kind, text)]
        )
        return page(clerk, content, status: step.kept.isEmpty ? .unprocessableContent : .ok)
    }

    private func page(_ clerk: PageAuthenticator.Clerk, _ content: Content, status: HTTPResponse.Status) -> Response {
        .page(.import, HTMLPage(page: authenticator.frame(localized("Import"), clerk), content: content), status: status)
    }

    private static func content(
        done: String? = nil,
        fault: String? = nil,
        failures: [Content.Failure] = [],
        cargos: [Content.Cargo] = [],
        forms: [Content.Form]
    ) -> Content {
        Content(
            done: done,
            fault: fault,
            failures: failures,
            hasFailures: !failures.isEmpty,
            cargos: cargos,
            hasCargos: !cargos.isEmpty,
            forms: forms
        )
    }

    private static func form(_ kind: Kind, _ text: String = "") -> Content.Form {
        .init(name: kind.rawValue, heading: kind.heading, example: kind.example, text: text)
    }

    private static func reason(_ issue: ImportIssue) -> String {
        guard let code = DomainError.Code(rawValue: issue.code) else { return localized("The line can't be read (\(issue.code)).") }
        let text = FormFaults.text(.rule(code))
        return issue.path.map { "\($0): \(text)" } ?? text
    }
}
