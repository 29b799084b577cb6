package io.github.cargokit.testing

import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.application.retention.ArchivePlace
import io.github.cargokit.application.retention.StoreRetention
import io.github.cargokit.application.retention.StoredCargoContents
import io.github.cargokit.application.retention.requiredRetention
import io.github.cargokit.domain.cargo.ArchiveName
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.HandlingType.CLAIM
import io.github.cargokit.domain.handling.HandlingType.CUSTOMS
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.Result

/** The checks of what is archived and trimmed. */
internal val retentionChecks: List<ContractCheck> = listOf(
    retentionCheck("REP-9", "A cargo leaves with its history, and its id stays in use") { store, retention ->
        val claimed = store.claimed()
        val kept = store.saved(booked("KEPT"))
        retention.remove(listOf(claimed.archived()), archivePlace).value
        val gone = DomainError.cargoArchived(trackingId, archivePlace.archive)
        expect(store.cargos.findByTrackingId(trackingId).error, gone)
        expect(retention.contents(trackingId).error, gone)
        expect(store.handlingEvents.findHistory(trackingId).value.events, emptyList())
        expect(store.handlingEvents.findRetracted(trackingId).value, emptyList())
        expect(retention.place(trackingId).value, archivePlace)
        expect(retention.place(kept.trackingId).value, null)
        expect(store.cargos.findForCustomer(customerId).value, listOf(kept))
        val queries = listOf(
            CargoQuery(), CargoQuery(customerId), CargoQuery(reference = reference),
            CargoQuery(voyage = voyageNumber("V100")), CargoQuery(place = port("SESTO")),
        )
        for (query in queries) {
            val found = store.cargos.find(query, after = null, limit = 9).value.items
            expect(found.filter { it.trackingId == trackingId }, emptyList())
        }
        val version = claimed.version + 1
        expect(
            store.cargos.save(claimed).error,
            DomainError.concurrencyConflict(trackingId, expected = claimed.version, actual = version),
        )
        expect(
            store.cargos.save(booked()).error,
            DomainError.concurrencyConflict(trackingId, expected = 0, actual = version),
        )
        expect(store.allEvents().last().eventId, "Cargo:ABC123:$version:0")
    },
    retentionCheck("REP-9", "Of several cargos all leave or none") { store, retention ->
        val (first, second) = listOf("FIRST", "SECOND").map { store.cancelled(it) }
        val changed = store.saved(second.adding(CargoReference.create(ReferenceType.BOOKING, "B1").value).value)
        expect(
            retention.remove(listOf(first.archived(), second.archived()), archivePlace).error,
            DomainError.concurrencyConflict(second.trackingId, expected = second.version, actual = changed.version),
        )
        expect(store.cargos.findByTrackingId(first.trackingId).value, first)
        expect(retention.place(first.trackingId).value, null)
        retention.remove(listOf(first.archived(), changed.archived()), archivePlace).value
        expect(store.cargos.findForCustomer(customerId).value, emptyList())
    },
    retentionCheck("REP-9", "A restored cargo is as it was, and goes on") { store, retention ->
        val claimed = store.claimed()
        val contents = retention.contents(trackingId).value
        expect(contents.cargo to contents.handling.size, claimed to 3)
        val before = store.handlingEvents.findHistory(trackingId).value
        retention.remove(listOf(claimed.archived()), archivePlace).value
        retention.restore(contents).value
        expect(stored(store), claimed.storedAs(claimed.version + 2).value)
        val history = store.handlingEvents.findHistory(trackingId).value
        expect(history, before)
        val retracted = store.handlingEvents.findRetracted(trackingId).value
        expect(retracted.map { it.event.activity.type to it.reason }, listOf(CUSTOMS to wrongPort))
        expect(retention.place(trackingId).value, null)
        expect(store.cargos.find(CargoQuery(customerId), after = null, limit = 9).value.items, listOf(stored(store)))
        expect(store.allEvents().takeLast(2).map { it.fact.type }, listOf("CargoArchived", "CargoRestored"))
        expect(
            retention.restore(contents).error,
            DomainError.concurrencyConflict(trackingId, expected = 0, actual = claimed.version + 2),
        )
        // A late scan, then off it goes again.
        store.register(event(CUSTOMS, "SESTO", 29))
        expect(retention.contents(trackingId).value.handling.size, 4)
        retention.remove(listOf(stored(store).archived()), archivePlace).value
        expect(store.handlingEvents.findHistory(trackingId).value.events, emptyList())
    },
    retentionCheck("REP-9", "What was never removed can't be restored") { store, retention ->
        val contents = StoredCargoContents.create(booked(), emptyList()).value
        expect(
            retention.restore(contents).error,
            DomainError.concurrencyConflict(trackingId, expected = 0, actual = 0),
        )
        expect(retention.contents(trackingId).error, DomainError.cargoNotFound(trackingId))
        expect(retention.place(trackingId).value, null)
    },
    retentionCheck("REP-10", "Events are gone up to a position, and the others keep theirs") { store, retention ->
        for (number in 1..5) store.saved(booked("CARGO-$number"))
        val all = store.allEvents()
        expect(retention.firstEvent().value, 1)
        if (!store.trimsEvents(retention)) return@retentionCheck
        for ((position, first) in listOf(0 to 1, 2 to 3, 1 to 3, 2 to 3, 3 to 4)) {
            retention.trimEvents(position.toLong()).value
            expect(retention.firstEvent().value, first.toLong())
        }
        for ((position, gone) in listOf(0L to 3, 3L to 3, 4L to 4, 5L to 5)) {
            expect(store.events.events(position, limit = 9).value, all.drop(gone))
        }
        for (position in listOf(1L, 2L)) {
            expect(store.events.events(position, limit = 9).error, DomainError.eventsTrimmed(first = 4))
            expect(store.events.entries(position, limit = 9).error, DomainError.eventsTrimmed(first = 4))
        }
        store.saved(booked("CARGO-6"))
        expect(store.events.events(after = 5, limit = 9).value.map { it.sequence }, listOf(6L))
    },
    retentionCheck("REP-10", "Once all events are gone, the next one has the next position") { store, retention ->
        for (number in 1..3) store.saved(booked("CARGO-$number"))
        if (!store.trimsEvents(retention)) return@retentionCheck
        retention.trimEvents(through = 99).value
        expect(retention.firstEvent().value, 4)
        for (position in listOf(0L, 3L)) expect(store.events.events(position, limit = 9).value, emptyList())
        expect(store.events.events(after = 2, limit = 9).error, DomainError.eventsTrimmed(first = 4))
        store.saved(booked("CARGO-4"))
        expect(store.events.events(after = 3, limit = 9).value.map { it.sequence }, listOf(4L))
    },
)

private fun retentionCheck(rules: String, name: String, body: suspend (CargoStore, StoreRetention) -> Unit) =
    ContractCheck(rules.split(", "), name, needsRetention = true) { store ->
        body(store, store.requiredRetention().value)
    }

/** A place in an archive. */
public val archivePlace: ArchivePlace = ArchivePlace.create(ArchiveName.parse("2026-01").value, offset = 4096).value

private fun booked(id: String): Cargo =
    Cargo.book(TrackingId.parse(id).value, customerId, specification(), at = day(1)).value

/** The cargo as it goes into an archive, many years later. */
private fun Cargo.archived(): Cargo =
    archived(archivePlace.archive, at = day(3650), HandlingHistory.empty(trackingId)).value

private suspend fun CargoStore.saved(cargo: Cargo): Cargo {
    cargos.save(cargo).value
    return cargos.findByTrackingId(cargo.trackingId).value
}

private suspend fun CargoStore.cancelled(id: String): Cargo = saved(booked(id).cancelled(wrongPort, at = day(2)).value)

/** Books a cargo with a route and a reference, registers its claim and an event that is retracted. */
private suspend fun CargoStore.claimed(): Cargo {
    cargos.save(booked().assignedTo(viaNewYork).value.adding(reference).value).value
    val customs = event(CUSTOMS, "SESTO", 28)
    for (event in listOf(customs, event(CLAIM, "SESTO", 30))) register(event)
    val history = handlingEvents.findHistory(trackingId).value
    val derived = stored(this).derivingDeliveryProgress(history.retracting(customs)).value
    handlingUnitOfWork.retract(RetractedEvent(customs, wrongPort, retractedAt = day(31)), history, derived).value
    return stored(this)
}

private suspend fun CargoStore.allEvents(): List<DomainEvent> = events.events(after = 0, limit = 1000).value

/**
 * Returns whether the store can trim its outbox. One that can't says so for every position, and keeps all of its
 * events.
 */
private suspend fun CargoStore.trimsEvents(retention: StoreRetention): Boolean {
    if (retention.trimEvents(through = 0) is Result.Success) return true
    val all = allEvents()
    for (position in listOf(0L, 1L, Long.MAX_VALUE)) {
        expect(retention.trimEvents(position).code, "removal_unsupported")
    }
    expect(retention.firstEvent().value, 1)
    expect(allEvents(), all)
    expect(all.isEmpty(), false)
    return false
}
