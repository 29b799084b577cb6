#if CLI
/// The global options as given on the command line.
struct GlobalChoices: Hashable {
    var store: String?
    var cache: String?
    var cachePolicy: String?
    var cacheTTL: String?
    var output: OutputFormat?
    var isExact = false
    var hasNoColor = false
    var isQuiet = false
    var isVerbose = false
    var now: String?
}
#endif
