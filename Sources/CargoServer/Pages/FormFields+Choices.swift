#if Server
import CargoDomain

extension FormFields {
    /// Replaces what a clerk typed or chose by codes: `Hamburg (DEHAM)` or `hamburg` by `DEHAM`.
    ///
    /// A text that means no port or voyage stays as it is.
    func choosing(_ fields: KeyValuePairs<String, SuggestionIndex.Kind>, from index: SuggestionIndex) async throws(Problem) -> FormFields {
        var chosen = self
        for (name, kind) in fields {
            guard let text = self[name].map(Self.trimmed), !text.isEmpty else { continue }
            do throws(DomainError) {
                // safe: a dictionary
                chosen[name] = try await index.code(of: text, kind)
            } catch {
                throw Problem(error)
            }
        }
        return chosen
    }
}
#endif
