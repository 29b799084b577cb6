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
exit(words.first == "relay" ? await RelayProgram.run(Array(words.dropFirst())) : await ServerProgram.run())
