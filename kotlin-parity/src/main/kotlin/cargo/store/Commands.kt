package cargo.store

import cargo.application.input.Input
import cargo.application.usecases.RegisterHandlingEvent
import cargo.application.usecases.TrackCargo
import cargo.application.usecases.execute
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.Result
import cargo.domain.shared.orElse
import cargo.domain.shared.then
import cargo.infrastructure.jsoncodec.JSONParser
import cargo.infrastructure.jsoncodec.JSONWriter
import cargo.infrastructure.jsonfile.JSONFileStore
import cargo.infrastructure.jsonfile.StoreFinding
import cargo.infrastructure.records.failure
import cargo.infrastructure.records.registered
import cargo.infrastructure.records.trackingView
import cargo.infrastructure.routing.VoyageRoutingService

private const val PAGE = 1000

/** Prints the tracking views of all cargos, ordered by tracking id. */
internal suspend fun view(store: JSONFileStore, printer: Printer): Result<Boolean> {
    val track = TrackCargo(store.environment(VoyageRoutingService(store.voyages)))
    var last: TrackingId? = null
    do {
        val page = store.cargos.findPage(last, PAGE).orElse { return it }
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
