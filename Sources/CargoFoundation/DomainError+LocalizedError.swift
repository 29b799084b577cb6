public import CargoDomain
public import Foundation

/// Shows a domain error in words in an alert or wherever `localizedDescription` is used.
///
/// The texts are English in every locale. To translate them, switch over `code`.
extension DomainError: LocalizedError {
    /// The error's message, followed by each invalid field of a request.
    public var errorDescription: String? { ([message] + fields.map(\.description)).joined(separator: " ") }

    /// What to do about the error, if there is advice that holds for every program.
    public var recoverySuggestion: String? { advice }
}
