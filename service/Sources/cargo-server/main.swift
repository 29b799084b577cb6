import CargoServer

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

signal(SIGPIPE, SIG_IGN)
let words = CommandLine.arguments.dropFirst()
let status: Int32 =
    switch words.first {
    case "relay": await RelayProgram.run(RelayCommand.self, Array(words.dropFirst()))
    case "seal-secrets": await RelayProgram.run(SealSecretsCommand.self, Array(words.dropFirst()))
    default: await ServerProgram.run()
    }
exit(status)
