#if Server
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
#else
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

let text = "error: cargo-server was built without its trait Server; build it with --traits Server.\n"
_ = write(2, text, text.utf8.count)
exit(78)
#endif
