package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.then

/** Reads domain events from the outbox, in the order in which they were stored (REP-3). */
public class ReadEvents(private val environment: Environment) : UseCase<ReadEvents.Request, List<DomainEvent>> {
    /** The sequence number of the last event seen, 0 for the start, and the maximum number of events, 1 to 1000. */
    public data class Request(public val after: Long = 0, public val limit: Int = ListCargos.DEFAULT_LIMIT)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val after by optional(Readings.integer(0L..Long.MAX_VALUE))
        val limit by pageLimit()
        build { Request(after ?: 0, limit) }
    }

    /** Returns an empty list at the end. Fails with `integer_out_of_range`, `corrupt_record`. */
    override suspend fun execute(request: Request): Result<List<DomainEvent>> =
        pageSize(request.limit).then { environment.events.events(request.after, it) }

    public companion object : Operation<Request, List<DomainEvent>>(::ReadEvents)
}
