SystemCall.ignoreBrokenPipes()
Interruption.watch()
let words = Array(CommandLine.arguments.dropFirst())
SystemCall.exitProcess(MainThread().run { await CommandLineProgram().run(words) })
