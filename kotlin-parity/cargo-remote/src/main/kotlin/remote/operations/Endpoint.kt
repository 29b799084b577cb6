package io.github.cargokit.remote.operations

import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.readmodels.CargoFilter
import io.github.cargokit.application.usecases.AddReference
import io.github.cargokit.application.usecases.AssignRoute
import io.github.cargokit.application.usecases.BookCargo
import io.github.cargokit.application.usecases.CancelBooking
import io.github.cargokit.application.usecases.ChangeDeadline
import io.github.cargokit.application.usecases.ChangeDestination
import io.github.cargokit.application.usecases.DescribeVoyage
import io.github.cargokit.application.usecases.FindByReference
import io.github.cargokit.application.usecases.FindCargo
import io.github.cargokit.application.usecases.FindLocation
import io.github.cargokit.application.usecases.FindRoutes
import io.github.cargokit.application.usecases.FindVoyage
import io.github.cargokit.application.usecases.ListCargos
import io.github.cargokit.application.usecases.ListCargosForCustomer
import io.github.cargokit.application.usecases.ListHandlingEvents
import io.github.cargokit.application.usecases.ListLocations
import io.github.cargokit.application.usecases.ListVoyages
import io.github.cargokit.application.usecases.Operation
import io.github.cargokit.application.usecases.PlaceHold
import io.github.cargokit.application.usecases.ReadEvents
import io.github.cargokit.application.usecases.RegisterHandlingEvent
import io.github.cargokit.application.usecases.RegisterLocation
import io.github.cargokit.application.usecases.RegisterVoyage
import io.github.cargokit.application.usecases.ReinstateBooking
import io.github.cargokit.application.usecases.ReleaseHold
import io.github.cargokit.application.usecases.RemoveReference
import io.github.cargokit.application.usecases.ReportPortCall
import io.github.cargokit.application.usecases.RescheduleVoyage
import io.github.cargokit.application.usecases.RetractHandlingEvent
import io.github.cargokit.application.usecases.RollOver
import io.github.cargokit.application.usecases.SetPickUpDeadline
import io.github.cargokit.application.usecases.SpecifyRoute
import io.github.cargokit.application.usecases.SubstituteVoyage
import io.github.cargokit.application.usecases.TrackCargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.ReadModels
import io.github.cargokit.infrastructure.records.Records
import io.github.cargokit.infrastructure.records.details
import io.github.cargokit.infrastructure.records.itinerary
import io.github.cargokit.infrastructure.records.reference
import io.github.cargokit.infrastructure.records.schedule
import io.github.cargokit.remote.http.RemoteCall
import io.github.cargokit.remote.http.RemoteClient
import io.github.cargokit.remote.http.percentEncoded
import io.github.cargokit.remote.http.query

/** How to perform an operation at a service. */
internal class Endpoint<Request, Response>(
    private val ask: suspend RemoteClient.(Request) -> Result<Response>,
) {
    suspend fun perform(client: RemoteClient, request: Request): Result<Response> = client.ask(request)
}

/** The endpoint of an operation. */
@Suppress("UNCHECKED_CAST") // Each branch makes the endpoint of the operation that it is for.
internal val <Request, Response> Operation<Request, Response>.endpoint: Endpoint<Request, Response>
    get() = endpoint(this) as Endpoint<Request, Response>

private fun endpoint(operation: Operation<*, *>): Endpoint<*, *> = when (operation) {
    BookCargo -> BookCargo.at(ReadModels.booked) { it.call() }
    FindCargo -> FindCargo.at(ReadModels.storedCargo) { RemoteCall.get(cargo(it.trackingId)) }
    TrackCargo -> TrackCargo.at(ReadModels.trackingView) { RemoteCall.get(cargo(it.trackingId) + "/tracking") }
    ListHandlingEvents ->
        ListHandlingEvents.at(ReadModels.handlingEvents) { RemoteCall.get(cargo(it.trackingId) + "/handling-events") }
    ListCargos -> ListCargos.list(ReadModels.cargoList, { it.limit }) { cargos(it.filter, it.after, it.limit) }
    ListCargosForCustomer -> ListCargosForCustomer.list(ReadModels.cargoList, { it.limit }) {
        cargos(it.filter, it.after, it.limit, "customer" to it.customerId)
    }
    FindByReference -> FindByReference.list(ReadModels.cargoList, { it.limit }) {
        cargos(CargoFilter(), it.after, it.limit, "reference" to "${it.reference.type}:${it.reference.value}")
    }
    FindRoutes -> FindRoutes.at(ReadModels.routes) {
        RemoteCall.get(
            cargo(it.trackingId) + "/route-candidates",
            "limit" to it.options.limit,
            "maxLegs" to it.options.maxLegs,
            "minimumConnection" to it.options.minimumConnection,
        )
    }
    AssignRoute -> AssignRoute.at(ReadModels.revision) { request ->
        put(cargo(request.trackingId) + "/itinerary", request.expectedVersion) { itinerary(request.itinerary) }
    }
    SpecifyRoute -> SpecifyRoute.at(ReadModels.revision) { request ->
        put(cargo(request.trackingId) + "/route-specification", request.expectedVersion) {
            members {
                name("arrivalDeadline").instant(request.arrivalDeadline)
                name("destination").text(request.destination.text)
                name("origin").text(request.origin.text)
            }
        }
    }
    ChangeDestination -> ChangeDestination.at(ReadModels.revision) { request ->
        put(cargo(request.trackingId) + "/destination", request.expectedVersion) {
            members { name("destination").text(request.destination.text) }
        }
    }
    ChangeDeadline -> ChangeDeadline.at(ReadModels.revision) { request ->
        put(cargo(request.trackingId) + "/deadline", request.expectedVersion) {
            members { name("arrivalDeadline").instant(request.arrivalDeadline) }
        }
    }
    CancelBooking -> CancelBooking.at(ReadModels.revision) { request ->
        put(cargo(request.trackingId) + "/cancellation", request.expectedVersion) { reason(request.reason) }
    }
    ReinstateBooking ->
        ReinstateBooking.at(ReadModels.revision) { delete(cargo(it.trackingId) + "/cancellation", it.expectedVersion) }
    SubstituteVoyage -> SubstituteVoyage.at(ReadModels.revision) { request ->
        change("POST", cargo(request.trackingId) + "/voyage-substitutions", request.expectedVersion) {
            members {
                name("leg").integer(request.leg)
                name("voyageNumber").text(request.voyageNumber.text)
            }
        }
    }
    AddReference -> AddReference.at(ReadModels.revision) { request ->
        RemoteCall.send("POST", cargo(request.trackingId) + "/references") { reference(request.reference) }
    }
    RemoveReference -> RemoveReference.at(ReadModels.revision) {
        val path = cargo(it.trackingId) + "/references"
        RemoteCall("DELETE", path + query("type" to it.reference.type, "value" to it.reference.value))
    }
    PlaceHold -> PlaceHold.at(ReadModels.revision) { request ->
        put(cargo(request.trackingId) + "/holds/${request.type}", request.expectedVersion) { reason(request.reason) }
    }
    ReleaseHold ->
        ReleaseHold.at(ReadModels.revision) { delete(cargo(it.trackingId) + "/holds/${it.type}", it.expectedVersion) }
    SetPickUpDeadline -> SetPickUpDeadline.at(ReadModels.revision) { request ->
        val path = cargo(request.trackingId) + "/pick-up-deadline"
        val pickUpBy = request.pickUpBy
        if (pickUpBy == null) delete(path, request.expectedVersion)
        else put(path, request.expectedVersion) { members { name("pickUpBy").instant(pickUpBy) } }
    }
    RegisterHandlingEvent -> RegisterHandlingEvent.at(ReadModels.registeredEvent) { request ->
        RemoteCall.send("POST", "handling-events") {
            members {
                name("completionTime").instant(request.completionTime)
                name("location").text(request.location.text)
                name("trackingId").text(request.trackingId.text)
                name("type").text(request.type.name)
                request.voyageNumber?.let { name("voyageNumber").text(it.text) }
            }
        }
    }
    RetractHandlingEvent -> RetractHandlingEvent.at(ReadModels.retractedEvent) { request ->
        // The name of the event in its cargo's history.
        val name = listOfNotNull(request.completionTime, request.type, request.location, request.voyageNumber)
        val path = cargo(request.trackingId) + "/handling-events/" + percentEncoded(name.joinToString("_"))
        RemoteCall.send("DELETE", path) { reason(request.reason) }
    }
    RegisterVoyage -> Endpoint(RemoteClient::register)
    RescheduleVoyage -> RescheduleVoyage.at(ReadModels.rescheduled) { request ->
        put(voyage(request.voyageNumber), request.expectedVersion) {
            members { name("schedule").schedule(request.schedule) }
        }
    }
    DescribeVoyage -> DescribeVoyage.at(ReadModels.describedVoyage) { request ->
        put(voyage(request.voyageNumber) + "/details", request.expectedVersion) {
            members { details(request.details) }
        }
    }
    ReportPortCall -> ReportPortCall.at(ReadModels.reported) { request ->
        change("POST", voyage(request.voyageNumber) + "/reports", request.expectedVersion) {
            members {
                name("end").text(request.end.name)
                name("location").text(request.location.text)
                request.reportedAt?.let { name("reportedAt").instant(it) }
                name("status").text(request.status.name)
                name("time").instant(request.time)
            }
        }
    }
    RollOver -> RollOver.at(ReadModels.rolledOver) { request ->
        RemoteCall.send("POST", voyage(request.from) + "/roll-over") {
            members {
                name("location").text(request.location.text)
                name("to").text(request.to.text)
            }
        }
    }
    FindVoyage -> FindVoyage.at(ReadModels.voyage) { RemoteCall.get(voyage(it.voyageNumber)) }
    ListVoyages -> ListVoyages.list(ReadModels.voyages, { it.limit }) {
        RemoteCall.get("voyages", "after" to it.after, "limit" to it.limit)
    }
    RegisterLocation -> RegisterLocation.at(Records.location) { request ->
        RemoteCall.send("PUT", "locations/${request.unLocode}") { members { name("name").text(request.name.text) } }
    }
    FindLocation -> FindLocation.at(Records.location) { RemoteCall.get("locations/${it.unLocode}") }
    ListLocations -> ListLocations.list(ReadModels.locations, { it.limit }) {
        RemoteCall.get("locations", "containing" to it.containing, "after" to it.after, "limit" to it.limit)
    }
    ReadEvents -> Endpoint(RemoteClient::events)
}

/** Declares the call for a request, and how its response is read. */
private fun <Request, Response> Operation<Request, Response>.at(
    reading: Reading<Response>,
    call: (Request) -> RemoteCall,
): Endpoint<Request, Response> = Endpoint { answer(call(it), reading) }

/** Declares an operation that reads a page. */
private fun <Request, Response> Operation<Request, Response>.list(
    reading: Reading<Response>,
    limit: (Request) -> Int,
    call: (Request) -> RemoteCall,
): Endpoint<Request, Response> =
    Endpoint { request -> PageLimit.check(limit(request)).then { answer(call(request), reading) } }

private fun cargo(trackingId: TrackingId) = "cargos/$trackingId"

private fun voyage(number: VoyageNumber) = "voyages/$number"

/** A change over the version that the caller expects, or else over any. */
private fun change(method: String, path: String, expected: Long?, body: (JSONWriter.() -> Unit)? = null) = RemoteCall(
    method, path, mapOf("If-Match" to (expected?.let { "\"$it\"" } ?: "*")),
    body?.let { JSONWriter().apply(it).toBytes() },
)

private fun put(path: String, expected: Long?, body: JSONWriter.() -> Unit) = change("PUT", path, expected, body)

private fun delete(path: String, expected: Long?) = change("DELETE", path, expected)

private fun JSONWriter.reason(reason: Reason) = members { name("reason").text(reason.text) }

private fun BookCargo.Request.call(): RemoteCall {
    val body = JSONWriter().apply {
        members {
            name("arrivalDeadline").instant(arrivalDeadline)
            name("customerId").text(customerId.text)
            name("destination").text(destination.text)
            name("origin").text(origin.text)
            trackingId?.let { name("trackingId").text(it.text) }
        }
    }
    // A structured string (RFC 9651).
    val key = idempotencyKey?.text?.replace("\\", "\\\\")?.replace("\"", "\\\"")?.let { "\"$it\"" }
    val headers = if (key == null) emptyMap() else mapOf("Idempotency-Key" to key)
    return RemoteCall("POST", "cargos", headers, body.toBytes(), isRepeatable = key != null)
}

/** A list of the cargos that pass a filter, and a further condition. */
private fun cargos(filter: CargoFilter, after: TrackingId?, limit: Int, vararg more: Pair<String, Any>): RemoteCall {
    val needs = filter.needs.map { it.name.lowercase() to true }
    return RemoteCall.get(
        "cargos",
        *more,
        *needs.toTypedArray(),
        "any" to true.takeIf { filter.isAnyNeedEnough },
        "at" to filter.place,
        "cancelled" to true.takeIf { filter.isCancelled },
        "hold" to filter.hold,
        "overdue" to filter.overdueBy?.let { "PT${it.inWholeSeconds}S" },
        "routingStatus" to filter.routingStatus,
        "transportStatus" to filter.transportStatus,
        "voyage" to filter.voyage,
        "after" to after,
        "limit" to limit,
    )
}

/** Registers a voyage. If its number is taken, the stored voyage decides what came of it. */
private suspend fun RemoteClient.register(request: RegisterVoyage.Request): Result<RegisterVoyage.Response> {
    val path = voyage(request.voyageNumber)
    val body = JSONWriter().apply {
        members {
            details(request.details)
            name("schedule").schedule(request.schedule)
        }
    }
    val call = RemoteCall("PUT", path, mapOf("If-None-Match" to "*"), body.toBytes())
    val outcome = call(call).result
    if (outcome is Result.Failure && outcome.error.code == Code.CONCURRENCY_CONFLICT) {
        return answer(RemoteCall.get(path), ReadModels.voyage).then(request::repeating)
    }
    return outcome.then { RemoteClient.read(it, ReadModels.registeredVoyage.ignoringUnknown()) }
}

/** Reads events. A customer's page may be empty although more follow. */
private suspend fun RemoteClient.events(request: ReadEvents.Request): Result<List<DomainEvent>> {
    PageLimit.check(request.limit).orElse { return it }
    var after = request.after.coerceIn(0, Version.MAXIMUM)
    while (true) {
        val call = RemoteCall.get("events", "after" to after, "limit" to request.limit)
        val page = answer(call, ReadModels.events).orElse { return it }
        val next = page.next
        if (page.items.isNotEmpty() || next == null) return Result.Success(page.items)
        // Otherwise a faulty service could keep us in a loop.
        if (next <= after) return Result.Failure(RemoteClient.rejected("the pages are not in order"))
        after = next
    }
}
