import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// What fields suggest while a clerk types, as JSON for the pages' script.
struct SuggestionRoutes: Sendable {
    /// What the paths of suggestions begin with.
    static let path = "/clerk/suggestions/"

    let index: SuggestionIndex
    let authenticator: PageAuthenticator

    var routes: [HTTPRoute] {
        SuggestionIndex.Kind.allCases.map { kind in
            HTTPRoute(.get, PathTemplate(stringLiteral: Self.path + kind.rawValue), .everybody, nil) { call async throws(Problem) in
                let clerk = authenticator.clerk(of: call)
                try authenticator.keeper.count(clerk?.session.caller, from: call.address)
                guard clerk != nil else { throw Problem(.tokenRequired) }
                let text = call.target.query.first { $0.name == "q" }?.value ?? ""
                do throws(DomainError) {
                    let entries = try await index.find(text, kind)
                    return .json { writer in Self.write(entries, to: &writer) }
                } catch {
                    throw Problem(error)
                }
            }
        }
    }

    private static func write(_ entries: [SuggestionIndex.Entry], to writer: inout JSONWriter) {
        writer.raw("[")
        for (index, entry) in entries.enumerated() {
            writer.raw(index == 0 ? "{" : ",{")
            if let voyage = entry.voyage {
                writer.raw(#""note":"#)
                writer.text(localized("\(voyage.from) – \(voyage.to), departs \(PageTime(voyage.departure).text)"))
                writer.raw(",")
            }
            writer.raw(#""text":"#)
            writer.text(entry.text)
            writer.raw("}")
        }
        writer.raw("]")
    }
}
