import Hummingbird
import Logging

// The peer of ./tool bench-server: a single route that returns about as many bytes as a tracking view. The argument is the port.
let body = String(repeating: "x", count: 500)
let router = Router()
router.get("bare") { _, _ in body }
var logger = Logger(label: "bare")
logger.logLevel = .warning
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8081
let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
try await application.runService()
