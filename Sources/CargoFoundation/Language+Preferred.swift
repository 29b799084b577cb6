public import CargoLocalization
import Foundation

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
