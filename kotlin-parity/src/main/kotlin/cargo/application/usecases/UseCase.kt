package cargo.application.usecases

import cargo.application.input.Input
import cargo.domain.shared.Result
import cargo.domain.shared.orElse

/**
 * One thing that the kit does for somebody: a request in, a read model or a failure out.
 *
 * Interfaces (command line, HTTP, tests) call use cases, never repositories. A request is valid once it exists; it comes from its constructor
 * or, for untrusted input, from [read].
 */
interface UseCase<Request, out Response> {
    /** Reads all fields of a request and judges all of them before it fails, with `validation_failed`. */
    fun read(input: Input): Result<Request>

    /** Does it. */
    suspend fun execute(request: Request): Result<Response>
}

/** Reads the request from untrusted input, then does it. */
suspend fun <Request, Response> UseCase<Request, Response>.execute(input: Input): Result<Response> =
    execute(read(input).orElse { return it })
