package io.github.cargokit.infrastructure

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.environment.environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.retention.HandlingRecord
import io.github.cargokit.application.retention.StoredCargoContents
import io.github.cargokit.application.usecases.BookCargo
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.HandlingType.CLAIM
import io.github.cargokit.domain.handling.HandlingType.CUSTOMS
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.infrastructure.jsoncodec.CanonicalJSON
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.jsonfile.Checksum
import io.github.cargokit.infrastructure.jsonfile.JSONFileStore
import io.github.cargokit.infrastructure.jsonfile.Journal
import io.github.cargokit.infrastructure.jsonfile.JournalIndex
import io.github.cargokit.infrastructure.jsonfile.JournalItem
import io.github.cargokit.infrastructure.jsonfile.JournalManifest
import io.github.cargokit.infrastructure.jsonfile.RecordHeader
import io.github.cargokit.infrastructure.jsonfile.RecordKind
import io.github.cargokit.infrastructure.jsonfile.RecordLine
import io.github.cargokit.infrastructure.jsonfile.RecordLocation
import io.github.cargokit.infrastructure.jsonfile.StoreFailure
import io.github.cargokit.infrastructure.jsonfile.StoreFinding.Problem
import io.github.cargokit.infrastructure.routing.VoyageRoutingService
import io.github.cargokit.testing.SequenceTrackingIdGenerator
import io.github.cargokit.testing.archivePlace
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.error
import io.github.cargokit.testing.event
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import java.nio.file.Path
import kotlin.io.path.readBytes
import kotlin.io.path.readText
import kotlin.io.path.writeBytes
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

private val gone = DomainError.cargoArchived(trackingId, archivePlace.archive)

private suspend fun open(path: Path, ids: List<String> = emptyList()): JSONFileStore =
    JSONFileStore.open(
        path,
        DomainClock { day(1) },
        SequenceTrackingIdGenerator(ids.map { TrackingId.parse(it).value }),
    ).value

private fun booked(id: String): Cargo =
    Cargo.book(TrackingId.parse(id).value, customerId, specification(), at = day(1)).value

private suspend fun JSONFileStore.stored(id: TrackingId = trackingId): Cargo = cargos.findByTrackingId(id).value

private suspend fun JSONFileStore.register(event: HandlingEvent) {
    val history = handlingEvents.findHistory(trackingId).value
    val derived = stored().derivingDeliveryProgress(history.adding(event).value).value
    handlingUnitOfWork.save(event, history, derived).value
}

private suspend fun JSONFileStore.remove(id: TrackingId = trackingId) {
    val cargo = stored(id).archived(archivePlace.archive, at = day(3650), HandlingHistory.empty(id)).value
    retention.remove(listOf(cargo), archivePlace).value
}

/** Saves a cargo with a route (events 1 and 2), its receipt (3) and its claim (4 and 5). */
private suspend fun JSONFileStore.saveClaimed() {
    cargos.save(booked().assignedTo(viaNewYork).value).value
    for (event in listOf(event(RECEIVE, "HKHKG", 9), event(CLAIM, "SESTO", 31))) register(event)
}

/**
 * Replaces the segments of a closed store, as a compaction by the Swift kit does: drops the domain events up to a
 * number, and some records. Without a number, the manifest stays in format 1.
 */
private fun compact(path: Path, trimmed: Long, isMarked: Boolean = true, isDropped: (RecordHeader) -> Boolean) {
    val manifest = JournalManifest.parse(path.resolve("MANIFEST.json").readBytes(), "$path")
    val lines = (manifest.sealed.map { it.number } + manifest.active).flatMap { segment ->
        path.resolve(JournalManifest.segmentName(segment)).readBytes().decodeToString().lines()
            .filter { it.isNotEmpty() }.map { "$it\n".encodeToByteArray() }
    }
    val kept = lines.mapNotNull { line ->
        val header = checkNotNull(RecordLine.header(line, 0, line.size)) { "the store is intact" }
        if (header.isMark || isDropped(header)) return@mapNotNull null
        val events = if (header.eventCount == 0L) emptyList() else {
            val list = JSONParser.parse(line.copyOfRange(header.events.start, header.events.end).decodeToString()).value
            (list as Input.Elements).elements.map { CanonicalJSON.text(it).encodeToByteArray() }
        }
        val dropped = (trimmed - header.firstSequence + 1).coerceIn(0, header.eventCount).toInt()
        RecordLine.of(
            header.copy(watermark = 0, batch = null, firstSequence = header.firstSequence + dropped),
            line.copyOfRange(header.document.start, header.document.end),
            events.drop(dropped),
        )
    }
    val bytes = kept.fold(ByteArray(0), ByteArray::plus)
    val sealed = JournalManifest.Sealed(
        manifest.active + 1, bytes.size.toLong(), Checksum.of(bytes, 0, bytes.size), kept.size.toLong(),
    )
    path.resolve(JournalManifest.segmentName(sealed.number)).writeBytes(bytes)
    path.resolve(JournalManifest.segmentName(sealed.number + 1)).writeBytes(ByteArray(0))
    val next = JournalManifest(
        manifest.generation + 1, manifest.minWriter, trimmed.takeIf { isMarked }, listOf(sealed), sealed.number + 1,
    )
    path.resolve("MANIFEST.json").writeBytes(next.bytes())
}

internal class RetentionTests {
    @Test
    fun `REP-9 - what was removed stays so for others and after a restart, and its record says where it is`(
        @TempDir directory: Path,
    ) = runBlocking {
        val store = open(directory)
        store.saveClaimed()
        store.cargos.save(booked("OTHER")).value
        val reader = open(directory)
        expect(reader.stored().version, 3L)
        store.remove()
        for (other in listOf(reader, open(directory, ids = listOf("ABC123", "NEXT")))) {
            expect(other.cargos.findByTrackingId(trackingId).error, gone)
            expect(other.handlingEvents.findHistory(trackingId).value.events, emptyList())
            expect(other.cargos.findForCustomer(customerId).value.map { it.trackingId.text }, listOf("OTHER"))
            expect(other.verify().value, emptyList())
        }
        val fresh = open(directory, ids = listOf("ABC123", "NEXT"))
        expect(fresh.cargos.nextTrackingId().value.text, "NEXT")
        val lines = directory.resolve(JournalManifest.segmentName(1)).readText().lines()
        val removals = lines.filter { "\"d\":255," in it }.map { it.substringAfter("\"t\":") }
        expect(removals.size, 2)
        expect(removals[0].startsWith("\"cargo\",\"id\":\"ABC123\",\"v\":4,\"d\":255,\"tx\":[0,2],\"n\":"), true)
        expect(removals[0].substringAfter("\"doc\":").substringBefore(",\"ev\""), """{"archive":"2026-01","offset":4096}""")
        expect(removals[1], "\"handling\",\"id\":\"ABC123\",\"v\":3,\"d\":255,\"tx\":[1,2],\"n\":2,\"doc\":{}}")
    }

    @Test
    fun `REP-9, UC-1 - the id of an archived cargo stays in use`(@TempDir directory: Path) = runBlocking {
        val files = open(directory)
        val memory = InMemoryStore({ day(1) }, SequenceTrackingIdGenerator(emptyList()))
        for (store in listOf(files, memory)) {
            store.cargos.save(booked().cancelled(Reason.parse("Sold").value, at = day(2)).value).value
            val cargo = store.cargos.findByTrackingId(trackingId).value
                .archived(archivePlace.archive, at = day(3650), HandlingHistory.empty(trackingId)).value
            checkNotNull(store.retention).remove(listOf(cargo), archivePlace).value
            store.locations.save(
                listOf("HKHKG", "SESTO").map { Location(port(it), LocationName.parse(it).value) },
            ).value
            val book = BookCargo(store.environment(VoyageRoutingService(store.voyages), DomainClock { day(1) }))
            val request = BookCargo.Request(customerId, port("HKHKG"), port("SESTO"), day(60), trackingId)
            expect(book.execute(request).error, DomainError.trackingIdInUse(trackingId))
            val key = IdempotencyKey.parse("order-1").value
            store.idempotencyKeys.reserve(key, BookingReservation(trackingId, customerId, specification())).value
            val repeated = request.copy(trackingId = null, idempotencyKey = key)
            expect(book.execute(repeated).error, DomainError.trackingIdInUse(trackingId))
        }
    }

    @Test
    fun `REP-9 - an archived cargo takes what the Swift kit knows of its carriers along`(
        @TempDir directory: Path,
    ) = runBlocking {
        val store = open(directory)
        store.saveClaimed()
        val log = """{"entries":[{"event":"E1"}]}"""
        val write = Journal.Write(RecordKind.CARRIER_LOG, "ABC123", expectedVersion = 0, log.encodeToByteArray())
        store.reading { commit(listOf(write)) }.value
        suspend fun stored() = store.reading {
            read(RecordKind.CARRIER_LOG, "ABC123")
                ?.run { line.copyOfRange(header.document.start, header.document.end).decodeToString() }
        }.value
        val contents = store.retention.contents(trackingId).value
        expect(contents.origins?.let(CanonicalJSON::text), log)
        store.remove()
        expect(stored(), null)
        store.retention.restore(contents).value
        expect(stored(), log)
        expect(store.retention.contents(trackingId).value.origins?.let(CanonicalJSON::text), log)

        val memory = InMemoryStore({ day(1) }, SequenceTrackingIdGenerator(emptyList()))
        memory.cargos.save(booked().cancelled(Reason.parse("Sold").value, at = day(2)).value).value
        val cargo = memory.cargos.findByTrackingId(trackingId).value
        val archived = cargo.archived(archivePlace.archive, at = day(3650), HandlingHistory.empty(trackingId)).value
        memory.retention.remove(listOf(archived), archivePlace).value
        memory.retention.restore(StoredCargoContents.create(cargo, emptyList(), contents.origins).value).value
        expect(memory.retention.contents(trackingId).value.origins?.let(CanonicalJSON::text), log)
    }

    @Test
    fun `REP-9, HND-4 - contents with another cargo's handling are refused`() {
        val strange = HandlingRecord.Registration(event(RECEIVE, "HKHKG", 9, of = "OTHER"))
        expect(StoredCargoContents.create(booked(), listOf(strange)).code, "handling_of_other_cargo")
    }

    @Test
    fun `REP-9 - a key that was removed can be used again, and other ids that were removed aren't there`(
        @TempDir directory: Path,
    ) = runBlocking {
        val store = open(directory)
        val key = IdempotencyKey.parse("order-1").value
        val stockholm = Location(port("SESTO"), LocationName.parse("Stockholm").value)
        val sailing = voyage("V1", movement("HKHKG", 1, "SESTO", 2))
        store.idempotencyKeys.reserve(key, BookingReservation(trackingId, customerId, specification())).value
        store.locations.save(listOf(stockholm)).value
        store.voyages.save(sailing).value
        val ids = mapOf(
            RecordKind.BOOKING_KEY to key.text, RecordKind.LOCATION to "SESTO", RecordKind.VOYAGE to "V1",
        )
        store.reading { commit(ids.map { (kind, id) -> Journal.Write.removal(kind, id, expectedVersion = 1) }) }.value
        for (reader in listOf(store, open(directory))) {
            expect(reader.idempotencyKeys.find(key).value, null)
            expect(reader.locations.findByUnLocode(port("SESTO")).code, "location_not_found")
            expect(reader.locations.findPage(after = null, limit = 9).value.items, emptyList())
            expect(reader.voyages.findByNumber(voyageNumber("V1")).code, "voyage_not_found")
            expect(reader.voyages.findPage(after = null, limit = 9).value.items, emptyList())
            expect(reader.voyages.findChanges(after = 0).value.voyages, emptyList())
            expect(reader.verify().value, emptyList())
        }
        val other = BookingReservation(TrackingId.parse("OTHER").value, customerId, specification())
        expect(store.idempotencyKeys.reserve(key, other).value, other)
        store.locations.save(listOf(stockholm)).value
        val reader = open(directory)
        expect(reader.idempotencyKeys.find(key).value, other)
        expect(reader.locations.findByUnLocode(port("SESTO")).value, stockholm)
    }

    @Test
    fun `REP-10 - the manifest says up to where events were dropped, and keeps saying it`() {
        val segments = "\"segments\":[{\"name\":\"seg-000001.jsonl\"}]}\n"
        fun parsed(middle: String) = StoreFailure.catching {
            val line = "\"format\":$middle,$segments"
            JournalManifest.parse(RecordLine.sealed(line.encodeToByteArray()), "MANIFEST.json")
        }
        val manifest = parsed("2,\"minWriter\":2,\"generation\":9,\"trimmed\":120000").value
        expect(manifest.trimmed, 120_000L)
        for (next in listOf(manifest, manifest.renewed(), manifest.sealing(length = 7, checksum = 1, count = 1))) {
            val head = "\"format\":2,\"minWriter\":2,\"generation\":${next.generation},\"trimmed\":120000,\"seg"
            expect(head in next.bytes().decodeToString(), true)
            expect(JournalManifest.parse(next.bytes(), "MANIFEST.json"), next)
        }
        expect(parsed("2,\"minWriter\":2,\"generation\":9,\"trimmed\":0").value.trimmed, 0L)
        expect("\"format\":2," in manifest.copy(trimmed = 0).bytes().decodeToString(), true)
        expect("\"format\":1," in JournalManifest.FIRST.bytes().decodeToString(), true)
        expect(parsed("2,\"minWriter\":2,\"generation\":9").code, "corrupt_record")
        expect(parsed("1,\"minWriter\":2,\"generation\":9,\"trimmed\":0").code, "corrupt_record")
        expect(parsed("3,\"minWriter\":2,\"generation\":9,\"trimmed\":0").code, "store_schema_unsupported")
        expect(parsed("0,\"minWriter\":2,\"generation\":9").code, "store_schema_unsupported")
    }

    @Test
    fun `REP-10 - a store whose first events and removed records are gone reads and writes as before`(
        @TempDir directory: Path,
    ) = runBlocking {
        val store = open(directory)
        // Events 1 to 3.
        val sold = TrackingId.parse("SOLD").value
        store.cargos.save(booked("SOLD").cancelled(Reason.parse("Sold").value, at = day(2)).value).value
        store.remove(sold)
        store.saveClaimed()
        // It leaves and comes back, so that its first handling records can go.
        val contents = store.retention.contents(trackingId).value
        store.remove()
        store.retention.restore(contents).value
        store.register(event(CUSTOMS, "SESTO", 30))
        val cargo = store.stored()
        val history = store.handlingEvents.findHistory(trackingId).value
        val events = store.events.events(after = 0, limit = 99).value
        store.close().value

        // The first of the two events that booked and routed the cargo goes as well.
        compact(directory, trimmed = 4) {
            it.id == "SOLD" && !it.isRemoved || it.kind == "handling" && it.version <= 3
        }
        val trimmed = open(directory)
        expect(trimmed.verify().value, emptyList())
        expect(trimmed.stored(), cargo)
        expect(trimmed.handlingEvents.findHistory(trackingId).value, history)
        expect(trimmed.cargos.findByTrackingId(sold).code, "cargo_archived")
        expect(
            trimmed.cargos.save(booked("SOLD")).error,
            DomainError.concurrencyConflict(sold, expected = 0, actual = 2),
        )
        expect(trimmed.retention.firstEvent().value, 5)
        for (position in 1L..3L) {
            expect(trimmed.events.events(position, limit = 9).error, DomainError.eventsTrimmed(first = 5))
            expect(trimmed.events.entries(position, limit = 9).error, DomainError.eventsTrimmed(first = 5))
        }
        for ((position, left) in listOf(0L to 4, 4L to 4, 5L to 5, events.size.toLong() to events.size)) {
            expect(trimmed.events.events(position, limit = 99).value, events.drop(left))
        }
        trimmed.register(event(CUSTOMS, "SESTO", 29))
        expect(trimmed.handlingEvents.findHistory(trackingId).value.events.size, history.events.size + 1)
        trimmed.cargos.save(booked("NEXT")).value
        val newest = trimmed.events.events(after = events.size.toLong(), limit = 9).value
        expect(newest.map { it.sequence to it.aggregateId }, listOf(events.size + 1L to "NEXT"))
        trimmed.close().value
        expect(open(directory).verify().value, emptyList())
        val manifest = directory.resolve("MANIFEST.json").readText()
        expect("\"format\":2,\"minWriter\":2," in manifest && ",\"trimmed\":4," in manifest, true)
    }

    @Test
    fun `REP-10 - the same records under a manifest of format 1 are out of order, and events are missing`(
        @TempDir directory: Path,
    ) = runBlocking {
        val store = open(directory)
        store.saveClaimed()
        store.close().value
        compact(directory, trimmed = 2, isMarked = false) { it.version == 1L }
        val findings = open(directory).verify().value
        expect(findings.map { it.problem }.toSet(), setOf(Problem.ORDER, Problem.EVENTS))
        expect(open(directory).handlingEvents.findHistory(trackingId).code, "corrupt_record")
    }

    @Test
    fun `REP-10 - once all events are gone, the next one has the next position`(
        @TempDir directory: Path,
    ) = runBlocking {
        val store = open(directory)
        store.saveClaimed()
        val count = store.events.events(after = 0, limit = 99).value.size.toLong()
        store.close().value
        compact(directory, trimmed = count) { false }
        val trimmed = open(directory)
        expect(trimmed.verify().value, emptyList())
        for (position in listOf(0L, count, count + 7)) {
            expect(trimmed.events.events(position, limit = 9).value, emptyList())
        }
        expect(trimmed.events.events(count - 1, limit = 9).error, DomainError.eventsTrimmed(first = count + 1))
        trimmed.cargos.save(booked("NEXT")).value
        expect(trimmed.events.events(count, limit = 9).value.map { it.sequence }, listOf(count + 1))
    }

    @Test
    fun `REP-10 - a store that is open when its first events go follows, and keeps the format at its next save`(
        @TempDir directory: Path,
    ) = runBlocking {
        val store = open(directory)
        store.saveClaimed()
        compact(directory, trimmed = 2) { false }
        store.cargos.save(booked("NEXT")).value
        expect(store.events.events(after = 1, limit = 9).error, DomainError.eventsTrimmed(first = 3))
        expect(store.events.events(after = 0, limit = 1).value.map { it.sequence }, listOf(3L))
        expect(store.stored().version, 3L)
        expect(",\"trimmed\":2," in directory.resolve("MANIFEST.json").readText(), true)
        expect(store.verify().value, emptyList())
    }

    @Test
    fun `REP-10 - the first record of a history is out of order if unknown records may be lost before it`() {
        fun record(kind: RecordKind, version: Long, offset: Long) = JournalItem.Record(
            RecordHeader(watermark = 0, kind.name, "ABC123", version, schema = 1),
            RecordLocation(segment = 1, offset, length = 50),
        )
        fun disorder(trimmed: Long?, isDamaged: Boolean, kind: RecordKind, vararg versions: Long): Int {
            val index = JournalIndex(trimmed)
            if (isDamaged) index.take(JournalItem.Damage(segment = 1, start = 0, end = 50, header = null))
            versions.forEachIndexed { place, version -> index.take(record(kind, version, 50L * (place + 1))) }
            return index.damage.count { it.isOutOfOrder }
        }
        for (kind in listOf(RecordKind.CARGO, RecordKind.HANDLING)) {
            expect(disorder(null, isDamaged = false, kind, 4), 1)
            expect(disorder(0, isDamaged = false, kind, 4, 5), 0)
            expect(disorder(0, isDamaged = false, kind, 4, 6), 1)
            expect(disorder(0, isDamaged = false, kind, 4, 4), 1)
            expect(disorder(0, isDamaged = true, kind, 4), if (kind.isChained) 1 else 0)
            expect(disorder(0, isDamaged = true, kind, 1), 0)
        }
    }
}
