package io.github.cargokit.remote.repositories

import io.github.cargokit.application.environment.HandlingUnitOfWork
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingEventRepository
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.Records
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.infrastructure.records.handlingEvent
import io.github.cargokit.remote.http.RemoteCall
import io.github.cargokit.remote.http.RemoteClient

/** The handling events in a remote store. */
internal class HTTPHandlingEventRepository(private val client: RemoteClient) : HandlingEventRepository {
    override suspend fun findHistory(
        trackingId: TrackingId,
    ): Result<HandlingHistory> = client.records(trackingId).then { records ->
        when (val history = HandlingHistory.create(trackingId, records.events, records.revision)) {
            is Result.Success -> history
            is Result.Failure ->
                Result.Failure(RemoteClient.rejected("the history violates ${history.error.code.text}"))
        }
    }

    override suspend fun findRetracted(trackingId: TrackingId): Result<List<RetractedEvent>> =
        client.records(trackingId).map { it.retracted }
}

/** Saves handling events and their retractions with their cargos in a remote store. */
internal class HTTPHandlingUnitOfWork(private val client: RemoteClient) : HandlingUnitOfWork {
    /** If a response was lost, a stored event that is equal and has our registration time is the one that was saved. */
    override suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> {
        val call = RemoteCall.send("POST", path(event.trackingId)) { members { saved(event, after, cargo) } }
        return save(call, event.trackingId) { records ->
            (records.events + records.retracted.map { it.event }).any {
                it == event && it.registrationTime == event.registrationTime
            }
        }
    }

    /** If a response was lost, an equal retraction is the one that was saved. */
    override suspend fun retract(retraction: RetractedEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> {
        val id = retraction.event.trackingId
        val call = RemoteCall.send("POST", path(id) + "/retractions") {
            members {
                saved(retraction.event, after, cargo)
                name("reason").text(retraction.reason.text)
                name("retractedAt").instant(retraction.retractedAt)
            }
        }
        return save(call, id) { retraction in it.retracted }
    }

    private fun JSONWriter.saved(event: HandlingEvent, after: HandlingHistory, cargo: Cargo) {
        name("cargo").cargo(cargo)
        name("event").handlingEvent(event)
        name("expectedEvents").integer(after.revision.toLong())
        name("facts").facts(cargo.raisedFacts)
    }

    /** `isStored` returns whether the stored records have what the save would have stored. */
    private suspend fun save(
        call: RemoteCall,
        trackingId: TrackingId,
        isStored: (HandlingRecords) -> Boolean,
    ): Result<Unit> =
        client.settled(client.call(call), isDone = { "etag" in it.headers }) { failure ->
            val records = client.records(trackingId).orElse { return@settled null }
            when {
                isStored(records) -> Result.Success(Unit)
                // The stored records aren't ours, so an earlier attempt can't have caused the conflict.
                failure.code == Code.CONCURRENCY_CONFLICT -> Result.Failure(failure)
                else -> null
            }
        }
}

/** The events that stand, those that were retracted, and the number of registrations and retractions. */
private class HandlingRecords(val events: List<HandlingEvent>, val retracted: List<RetractedEvent>, val revision: Int) {
    companion object {
        private val retractions = Reading.members {
            val event by required(Records.handlingEvent)
            val reason by required(Readings.reason)
            val retractedAt by required(Readings.instant)
            build { Result.Success(RetractedEvent(event, reason, retractedAt)) }
        }.list()
        private val handlingEvents = Records.handlingEvent.list()
        private val number = Readings.integer(0L..Int.MAX_VALUE)

        val reading: Reading<HandlingRecords> = Reading.members {
            val events by required(handlingEvents)
            val retracted by required(retractions)
            val revision by required(number)
            build { Result.Success(HandlingRecords(events, retracted, revision.toInt())) }
        }
    }
}

private fun path(trackingId: TrackingId) = "cargos/${trackingId.text}/handling-events"

private suspend fun RemoteClient.records(trackingId: TrackingId) =
    value(RemoteCall.get(path(trackingId)), HandlingRecords.reading)
