public import CargoDomain
import CargoLocalization
public import Foundation

/// Shows a domain error in words in an alert or wherever `localizedDescription` is used.
///
/// The texts are in the language that the user prefers, if the kit speaks it, otherwise in English.
extension DomainError: LocalizedError {
    /// The error's message, followed by each invalid field of a request.
    public var errorDescription: String? { text(in: .preferred) }

    /// What to do about the error, if there is advice that holds for every program.
    public var recoverySuggestion: String? { advice(in: .preferred) }

    /// The error's message and each invalid field, in a language.
    func text(in language: Language) -> String {
        ([message(in: language)] + fields.map { "\($0.path.visible): \($0.message(in: language))" }).joined(separator: " ")
    }
}
