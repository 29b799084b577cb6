#if CLI
/// What was said on the command line that every command understands.
struct GlobalChoices: Hashable {
    var store: String?
    var cache: String?
    var cachePolicy: String?
    var cacheTTL: String?
    var output: OutputFormat?
    var hasNoColor = false
    var isQuiet = false
    var isVerbose = false
    var now: String?
}
#endif
