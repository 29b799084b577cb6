package io.github.cargokit.store

import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.jsonfile.JSONFileStore
import io.github.cargokit.infrastructure.jsonfile.RecoveredTail
import io.github.cargokit.infrastructure.jsonfile.StoreFinding
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.infrastructure.records.domainEvent
import io.github.cargokit.infrastructure.records.failure
import io.github.cargokit.infrastructure.records.handlingEvent
import io.github.cargokit.infrastructure.records.location
import io.github.cargokit.infrastructure.records.voyage
import java.nio.file.Path

private const val ALL = 1000

/**
 * Prints a store's answers to the questions on standard input, in the format of `spec/files/`, and finally saves a
 * cargo.
 */
internal suspend fun judge(path: Path, printer: Printer): Result<Boolean> {
    val asked = generateSequence(::readLine).joinToString("\n")
    val questions = JSONParser.parse(asked).then(Questions.reading::read).orElse { return it }
    val verdict = JSONWriter().apply { verdict(path, questions) }
    printer.line { input(JSONParser.parse(verdict.toString()).orElse { error("What was written is JSON") }) }
    return Result.Success(true)
}

/** The questions to ask a store of `spec/files/`. */
internal class Questions(
    val cargos: List<TrackingId>,
    val customers: List<CustomerId>,
    val locations: List<UnLocode>,
    val voyages: List<VoyageNumber>,
) {
    companion object {
        private val trackingIds = Readings.trackingId.list()
        private val customerIds = Readings.customerId.list()
        private val unLocodes = Readings.unLocode.list()
        private val voyageNumbers = Readings.voyageNumber.list()

        val reading = Reading.members {
            val cargos by required(trackingIds)
            val customers by required(customerIds)
            val locations by required(unLocodes)
            val voyages by required(voyageNumbers)
            build { Result.Success(Questions(cargos, customers, locations, voyages)) }
        }
    }
}

/** Writes all answers of a store, or only the error if it can't be opened. */
internal suspend fun JSONWriter.verdict(path: Path, questions: Questions) {
    val store = JSONFileStore.open(path).orElse { return open(it) }
    try {
        open('{')
        answers("cargos", questions.cargos, TrackingId::text, { store.cargos.findByTrackingId(it) }) { cargo(it) }
        answer("cargosListed", store.cargos.find(CargoQuery(), null, ALL)) { trackingIds(it.items) }
        answers("customers", questions.customers, CustomerId::text, { store.cargos.findForCustomer(it) }) {
            trackingIds(it)
        }
        answer("events", store.events.events(after = 0, ALL)) { events -> elements(events) { domainEvent(it) } }
        answer("findings", store.verify()) { findings(it) }
        answers("histories", questions.cargos, TrackingId::text, { store.handlingEvents.findHistory(it) }) { history ->
            elements(history.events) { handlingEvent(it) }
        }
        answers("locations", questions.locations, UnLocode::text, { store.locations.findByUnLocode(it) }) {
            location(it)
        }
        answer("save", save(store)) { recovered ->
            members {
                name("quarantined").elements(recovered) { tail ->
                    members {
                        name("end").integer(tail.range.last + 1)
                        name("file").text(tail.segment)
                        name("start").integer(tail.range.first)
                    }
                }
            }
        }
        answers("voyages", questions.voyages, VoyageNumber::text, { store.voyages.findByNumber(it) }) { voyage(it) }
        close('}')
    } finally {
        store.close()
    }
}

private fun JSONWriter.open(failure: Result.Failure) =
    members { name("open").members { name("err").failure(failure.error) } }

/** Saves a new cargo. Returns the torn tails that were moved away for it. */
private suspend fun save(store: JSONFileStore): Result<List<RecoveredTail>> {
    val specification = RouteSpecification.create(
        UnLocode.parse("SESTO").orElse { return it },
        UnLocode.parse("CNHKG").orElse { return it },
        Instant.parse("2100-01-01T00:00:00.000Z").orElse { return it },
    ).orElse { return it }
    val trackingId = TrackingId.parse("NEWCARGO").orElse { return it }
    val customerId = CustomerId.parse("NEWCOMER").orElse { return it }
    val cargo = Cargo.book(trackingId, customerId, specification, Instant.EARLIEST).orElse { return it }
    store.cargos.save(cargo).orElse { return it }
    return store.recoveredTails()
}

private fun JSONWriter.trackingIds(cargos: List<Cargo>) = elements(cargos) { text(it.trackingId.text) }

/** Sorted by location, so that the order doesn't depend on how a program searches. */
private fun JSONWriter.findings(findings: List<StoreFinding>) {
    val order = compareBy<StoreFinding>({ it.file }, { it.offset ?: -1L }, { it.problem.text }, { it.record.orEmpty() })
    elements(findings.sortedWith(order)) { finding(it, withDetail = false) }
}

private inline fun <Id, T> JSONWriter.answers(
    name: String,
    ids: List<Id>,
    text: (Id) -> String,
    find: (Id) -> Result<T>,
    crossinline write: JSONWriter.(T) -> Unit,
) {
    name(name).elements(ids) { id ->
        members {
            answer("answer", find(id), write)
            name("id").text(text(id))
        }
    }
}

private inline fun <T> JSONWriter.answer(
    name: String,
    result: Result<T>,
    crossinline write: JSONWriter.(T) -> Unit,
) = name(name).members {
    when (result) {
        is Result.Success -> {
            name("ok")
            write(result.value)
        }
        is Result.Failure -> name("err").failure(result.error)
    }
}
