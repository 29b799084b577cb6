import Hummingbird
import Logging

// The peer of ./tool bench-server: a single route. The arguments are the port and the number of bytes to return.
let body = String(repeating: "x", count: CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 500)
let router = Router()
router.get("bare") { _, _ in body }
var logger = Logger(label: "bare")
logger.logLevel = .warning
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8081
let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
try await application.runService()
