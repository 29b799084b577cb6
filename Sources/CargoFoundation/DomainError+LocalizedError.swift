public import CargoDomain
public import CargoLocalization
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

extension Language {
    /// The language that the user prefers, as the system's settings say; English if the kit doesn't speak it.
    ///
    /// On Linux, the environment says so, by `LC_ALL`, `LC_MESSAGES` or `LANG`.
    public static var preferred: Language {
        #if canImport(Darwin)
        Language(preferring: Locale.preferredLanguages)
        #else
        Language(environment: ProcessInfo.processInfo.environment)
        #endif
    }
}
