#if CLI
SystemCall.ignoreBrokenPipes()
Interruption.watch()
let words = Array(CommandLine.arguments.dropFirst())
SystemCall.exitProcess(MainThread().run { await CommandLineProgram().run(words) })
#else
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

let text = "error: This cargo-cli was built without the CLI trait. Rebuild it with --traits CLI.\n"
_ = write(2, text, text.utf8.count)
exit(78)
#endif
