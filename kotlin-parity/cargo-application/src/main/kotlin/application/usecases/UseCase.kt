package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse

/**
 * An operation of the kit: takes a request and returns a read model or a failure.
 *
 * User interfaces (command line, HTTP, tests) call use cases, never repositories. A request is always valid: it comes
 * from its constructor or, for untrusted input, from [read].
 */
public interface UseCase<Request, out Response> {
    /** Reads a request and validates all of its fields. Fails with `validation_failed`. */
    public fun read(input: Input): Result<Request>

    /** Runs the use case. */
    public suspend fun execute(request: Request): Result<Response>
}

/**
 * A use case that can be performed elsewhere as well: by a service, or over its store. Each is the companion of its use
 * case: `kit.perform(TrackCargo, TrackCargo.Request(cargo))`.
 */
public sealed class Operation<Request, Response>(
    internal val useCase: (Environment) -> UseCase<Request, Response>,
)

/** Reads the request from untrusted input, then runs the use case. */
public suspend fun <Request, Response> UseCase<Request, Response>.execute(input: Input): Result<Response> =
    execute(read(input).orElse { return it })
