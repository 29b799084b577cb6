import CargoServer

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

signal(SIGPIPE, SIG_IGN)
exit(await ServerProgram.run())
