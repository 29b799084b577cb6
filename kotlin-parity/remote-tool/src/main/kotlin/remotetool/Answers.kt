package io.github.cargokit.remotetool

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.usecases.AssignRoute
import io.github.cargokit.application.usecases.BookCargo
import io.github.cargokit.application.usecases.CancelBooking
import io.github.cargokit.application.usecases.FindCargo
import io.github.cargokit.application.usecases.FindRoutes
import io.github.cargokit.application.usecases.ListCargos
import io.github.cargokit.application.usecases.ReadEvents
import io.github.cargokit.application.usecases.RegisterHandlingEvent
import io.github.cargokit.application.usecases.RegisterLocation
import io.github.cargokit.application.usecases.RegisterVoyage
import io.github.cargokit.application.usecases.TrackCargo
import io.github.cargokit.application.usecases.execute
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.booked
import io.github.cargokit.infrastructure.records.cargoChanged
import io.github.cargokit.infrastructure.records.cargoList
import io.github.cargokit.infrastructure.records.domainEvent
import io.github.cargokit.infrastructure.records.failure
import io.github.cargokit.infrastructure.records.location
import io.github.cargokit.infrastructure.records.registered
import io.github.cargokit.infrastructure.records.routes
import io.github.cargokit.infrastructure.records.trackingView

/** Answers one request a line with the canonical JSON of a read model or a failure. */
internal class Answers(private val environment: Environment) {
    /** A use case may be followed by `#` and an idempotency key. */
    suspend fun answer(line: String): String {
        val name = line.substringBefore(' ').substringBefore('#')
        val key = line.substringBefore(' ').substringAfter('#', missingDelimiterValue = "")
        val result = JSONParser.parse(line.substringAfter(' ')).then { input ->
            when (name) {
                "AssignRoute" -> done(AssignRoute(environment).execute(input)) { cargoChanged(it) }
                "BookCargo" -> done(book(input, key)) { booked(it) }
                "CancelBooking" -> done(CancelBooking(environment).execute(input)) { cargoChanged(it) }
                "FindCargo" -> done(FindCargo(environment).execute(input)) { cargo ->
                    members {
                        name("trackingId").text(cargo.trackingId.text)
                        name("version").integer(cargo.version)
                    }
                }
                "ListCargos" -> done(ListCargos(environment).execute(input)) { cargoList(it) }
                "ReadEvents" ->
                    done(ReadEvents(environment).execute(input)) { events -> elements(events) { domainEvent(it) } }
                "RegisterHandlingEvent" -> done(RegisterHandlingEvent(environment).execute(input)) { registered(it) }
                "RegisterLocation" -> done(RegisterLocation(environment).execute(input)) { location(it) }
                "RegisterVoyage" -> done(RegisterVoyage(environment).execute(input)) { registered(it) }
                "RequestRoutes" -> done(FindRoutes(environment).execute(input)) { routes(it) }
                "TrackCargo" -> done(TrackCargo(environment).execute(input)) { trackingView(it) }
                else -> Result.Failure(DomainError.technical(Code.PROTOCOL_MALFORMED, name))
            }
        }
        return when (result) {
            is Result.Success -> result.value
            is Result.Failure -> JSONWriter().apply { failure(result.error) }.toString()
        }
    }

    private suspend fun book(input: Input, key: String): Result<BookCargo.Response> {
        val request = BookCargo(environment).read(input).orElse { return it }
        val parsed = if (key.isEmpty()) null else IdempotencyKey.parse(key).orElse { return it }
        return BookCargo(environment).execute(request.copy(idempotencyKey = parsed))
    }

    private fun <T> done(result: Result<T>, write: JSONWriter.(T) -> Unit): Result<String> = when (result) {
        is Result.Success -> Result.Success(JSONWriter().apply { write(result.value) }.toString())
        is Result.Failure -> result
    }
}
