package io.github.cargokit.store

import io.github.cargokit.application.input.Input
import io.github.cargokit.application.retention.ArchivePlace
import io.github.cargokit.application.usecases.RegisterHandlingEvent
import io.github.cargokit.application.usecases.TrackCargo
import io.github.cargokit.application.usecases.execute
import io.github.cargokit.domain.cargo.ArchiveName
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.jsonfile.JSONFileStore
import io.github.cargokit.infrastructure.jsonfile.StoreFinding
import io.github.cargokit.infrastructure.records.failure
import io.github.cargokit.infrastructure.records.registered
import io.github.cargokit.infrastructure.records.trackingView
import io.github.cargokit.infrastructure.routing.VoyageRoutingService
import io.github.cargokit.infrastructure.system.SystemClock

private const val PAGE = 1000

/** Prints the tracking views of all cargos, ordered by tracking id. */
internal suspend fun view(store: JSONFileStore, printer: Printer): Result<Boolean> {
    val track = TrackCargo(store.environment(VoyageRoutingService(store.voyages)))
    var last: TrackingId? = null
    do {
        val page = store.cargos.find(CargoQuery(), last, PAGE).orElse { return it }
        for (cargo in page.items) {
            val view = track.execute(TrackCargo.Request(cargo.trackingId)).orElse { return it }
            printer.line { trackingView(view) }
        }
        last = page.next
    } while (last != null)
    return Result.Success(true)
}

/** Registers the handling events on standard input. Returns false if any of them was refused. */
internal suspend fun handle(store: JSONFileStore, printer: Printer): Result<Boolean> {
    val register = RegisterHandlingEvent(store.environment(VoyageRoutingService(store.voyages)))
    var isDone = true
    for (line in generateSequence(::readLine)) {
        val answer = JSONParser.parse(line).then { input: Input -> register.execute(input) }
        printer.line {
            when (answer) {
                is Result.Success -> registered(answer.value)
                is Result.Failure -> failure(answer.error)
            }
        }
        isDone = isDone && answer is Result.Success
    }
    return Result.Success(isDone)
}

/**
 * Moves the closed cargos on standard input to an archive `kotlin`, which nobody keeps, and brings them back if told
 * to. Returns false if any of them stayed.
 */
internal suspend fun remove(store: JSONFileStore, printer: Printer, isRestored: Boolean): Result<Boolean> {
    val place = ArchiveName.parse("kotlin").then { ArchivePlace.create(it, offset = 0) }.orElse { return it }
    var isDone = true
    for (line in generateSequence(::readLine)) {
        val answer = TrackingId.parse(line).then { remove(store, it, place, isRestored) }
        printer.line {
            when (answer) {
                is Result.Success -> members { name("trackingId").text(line) }
                is Result.Failure -> failure(answer.error)
            }
        }
        isDone = isDone && answer is Result.Success
    }
    return Result.Success(isDone)
}

private suspend fun remove(
    store: JSONFileStore,
    trackingId: TrackingId,
    place: ArchivePlace,
    isRestored: Boolean,
): Result<Unit> {
    val contents = store.retention.contents(trackingId).orElse { return it }
    val history = store.handlingEvents.findHistory(trackingId).orElse { return it }
    val cargo = contents.cargo.archived(place.archive, SystemClock.now(), history, days = 0).orElse { return it }
    store.retention.remove(listOf(cargo), place).orElse { return it }
    return if (isRestored) store.retention.restore(contents) else Result.Success(Unit)
}

/** Prints what is wrong with a store. Returns false if anything is lost. */
internal suspend fun verify(store: JSONFileStore, printer: Printer): Result<Boolean> {
    val findings = store.verify().orElse { return it }
    for (finding in findings) printer.line { finding(finding, withDetail = true) }
    return Result.Success(findings.all { it.problem == StoreFinding.Problem.TORN_TAIL })
}

/** Writes `{"detail"?,"file","offset"?,"problem","record"?}`. The detail is for people. */
internal fun JSONWriter.finding(finding: StoreFinding, withDetail: Boolean) = members {
    if (withDetail) name("detail").text(finding.detail)
    name("file").text(finding.file)
    finding.offset?.let { name("offset").integer(it) }
    name("problem").text(finding.problem.text)
    finding.record?.let { name("record").text(it) }
}
