package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse

/** Lists locations by code, page by page: all of them, or those whose code or name contains a text. */
public class ListLocations(
    private val environment: Environment,
) : UseCase<ListLocations.Request, Page<Location, UnLocode>> {
    /** The locations and the page to list. */
    public data class Request(
        /** The text that the code or name must contain, ignoring the case of ASCII letters; null for all locations. */
        public val containing: String? = null,
        public val after: UnLocode? = null,
        public val limit: Int = ListCargos.DEFAULT_LIMIT,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val after by optional(Readings.unLocode)
        val containing by optional(Readings.anyText)
        val limit by pageLimit()
        build { Request(containing, after, limit) }
    }

    /**
     * With a text, reads on until the page is full or no locations are left. Broken records are left out.
     *
     * Fails with `integer_out_of_range`.
     */
    override suspend fun execute(request: Request): Result<Page<Location, UnLocode>> {
        val limit = pageSize(request.limit).orElse { return it }
        val wanted = folded(request.containing ?: return environment.locations.findPage(request.after, limit))
        val found = ArrayList<Location>()
        var after = request.after
        do {
            val page = environment.locations.findPage(after, PageLimit.RANGE.last).orElse { return it }
            for (location in page.items) {
                if (wanted !in folded(location.unLocode.text) && wanted !in folded(location.name.text)) continue
                if (found.size == limit) return Result.Success(Page(found, next = found.last().unLocode))
                found += location
            }
            after = page.next
        } while (after != null)
        return Result.Success(Page(found, next = null))
    }

    /** The text with ASCII letters in lower case. The search compares scalars (VAL-TXT-1). */
    private fun folded(text: String): String =
        text.map { if (it in 'A'..'Z') it + ('a' - 'A') else it }.joinToString("")

    public companion object : Operation<Request, Page<Location, UnLocode>>(::ListLocations)
}
