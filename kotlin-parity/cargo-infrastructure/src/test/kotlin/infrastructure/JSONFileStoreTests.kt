package io.github.cargokit.infrastructure

import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.infrastructure.jsonfile.JSONFileStore
import io.github.cargokit.infrastructure.jsonfile.Medium
import io.github.cargokit.infrastructure.jsonfile.RecordKind
import io.github.cargokit.infrastructure.jsonfile.StoreFailure
import io.github.cargokit.infrastructure.jsonfile.StoreLocks
import io.github.cargokit.testing.SequenceTrackingIdGenerator
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.details
import io.github.cargokit.testing.error
import io.github.cargokit.testing.event
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.handlingContract
import io.github.cargokit.testing.itinerary
import io.github.cargokit.testing.leg
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.reference
import io.github.cargokit.testing.referenceContract
import io.github.cargokit.testing.reported
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageContract
import io.github.cargokit.testing.voyageNumber
import io.github.cargokit.testing.voyagesContract
import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicInteger
import kotlin.concurrent.thread
import kotlin.io.path.readText
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

private fun open(
    path: Path,
    ids: List<String> = emptyList(),
    clock: DomainClock = DomainClock { day(1) },
    timeLimit: Long = 20_000,
    medium: Medium = Medium(),
    dispatcher: CoroutineDispatcher = Dispatchers.IO,
): JSONFileStore = runBlocking {
    JSONFileStore.open(
        path,
        clock,
        SequenceTrackingIdGenerator(ids.map { TrackingId.parse(it).value }),
        timeLimit,
        false,
        dispatcher,
        medium,
    )
}.value

/** Holds a lock of a store until its standard input ends, as a stopped process would. */
internal object LockHolder {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val locks = StoreLocks.of(Path.of(arguments[0]))
        locks.prepare()
        try {
            locks.acquire(StoreLocks.Place.valueOf(arguments[1]), timeLimit = 0)
        } catch (_: StoreFailure) {
            return println("refused")
        }
        println("held")
        while (System.`in`.read() >= 0) continue
    }
}

/** Starts another virtual machine that runs the `main` of an object of these tests. */
internal fun startProgram(name: String, vararg arguments: String): Process {
    val command = listOf(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        name,
    )
    return ProcessBuilder(command + arguments).redirectError(ProcessBuilder.Redirect.INHERIT).start()
}

/** Runs a step while another process holds a lock of a store. */
internal fun whileHeldElsewhere(
    directory: Path,
    place: StoreLocks.Place,
    answer: String = "held",
    step: (Process) -> Unit,
) {
    val holder = startProgram("io.github.cargokit.infrastructure.LockHolder", directory.toString(), place.name)
    try {
        expect(holder.inputReader().readLine(), answer)
        step(holder)
    } finally {
        holder.outputStream.close()
        expect(holder.waitFor(120, TimeUnit.SECONDS), true)
    }
}

/** A medium that fails from a certain call on. */
private class FailingMedium(private val what: String, private val message: String) : Medium() {
    var isFailing = false

    override fun write(file: FileChannel, bytes: ByteArray, offset: Long) {
        if (isFailing && what == "write") {
            super.write(file, bytes.copyOf(bytes.size / 2), offset)
            throw IOException(message)
        }
        super.write(file, bytes, offset)
    }

    override fun sync(file: FileChannel, withName: Boolean) {
        if (isFailing && (what == "sync" || what == "data sync" && !withName)) throw IOException(message)
        super.sync(file, withName)
    }
}

internal class JSONFileStoreTests {
    @Test
    fun `REP-1 - a directory that doesn't exist is an empty store, and reading it creates nothing`() {
        inTemporaryDirectory { directory ->
            val store = open(directory.resolve("store"))
            expect(runBlocking { store.cargos.findByTrackingId(trackingId) }.code, "cargo_not_found")
            expect(runBlocking { store.cargos.findForCustomer(customerId) }.value, emptyList())
            expect(runBlocking { store.verify() }.value, emptyList())
            runBlocking { store.close() }
            expect(Files.exists(directory.resolve("store")), false)
        }
    }

    @Test
    fun `REP-2, REP-3, REP-4 - saved records and their events, in order, are there after reopening`() {
        inTemporaryDirectory { directory ->
            val path = directory.resolve("a/store")
            val store = open(path)
            expect(runBlocking { store.cargos.save(booked()) }.code, null)
            expect(
                runBlocking { store.cargos.save(booked()) }.error.params.joinToString { it.toString() },
                "Integer(name=actual, number=1), Integer(name=expected, number=0), Text(name=trackingId, text=ABC123)",
            )
            val cargo = runBlocking { store.cargos.findByTrackingId(trackingId) }.value
            expect(runBlocking { store.cargos.save(cargo.assignedTo(viaNewYork).value) }.code, null)
            val voyage = voyage("V1", movement("HKHKG", 1, "SESTO", 2))
            expect(runBlocking { store.voyages.save(voyage) }.code, null)
            expect(
                runBlocking {
                    store.locations.save(listOf(Location(port("SESTO"), LocationName.parse("Stockholm").value)))
                }.code,
                null,
            )
            runBlocking { store.close() }

            val again = open(path)
            expect(runBlocking { again.cargos.findByTrackingId(trackingId) }.value.itinerary, viaNewYork)
            expect(runBlocking { again.cargos.findByTrackingId(trackingId) }.value.version, 2L)
            expect(
                runBlocking { again.cargos.findForCustomer(customerId) }.value.map { it.trackingId },
                listOf(trackingId),
            )
            expect(
                runBlocking { again.cargos.find(CargoQuery(customerId), null, 1) }.value.items.map { it.trackingId },
                listOf(trackingId),
            )
            expect(runBlocking { again.cargos.find(CargoQuery(customerId), trackingId, 1) }.value.items, emptyList())
            expect(runBlocking { again.cargos.find(CargoQuery(), null, 1) }.value.items.size, 1)
            expect(runBlocking { again.voyages.findChanges(0) }.value.voyages.map { it.version }, listOf(1L))
            expect(runBlocking { again.locations.findByUnLocode(port("SESTO")) }.value.name.text, "Stockholm")
            val events = runBlocking { again.events.events(after = 0, limit = 10) }.value
            expect(events.map { "${it.sequence} ${it.eventId}" }, listOf("1 Cargo:ABC123:1:0", "2 Cargo:ABC123:2:0"))
            expect(runBlocking { again.events.events(after = 1, limit = 10) }.value.size, 1)
            expect(runBlocking { again.verify() }.value, emptyList())
            runBlocking { again.close() }
            expect(runBlocking { again.cargos.findByTrackingId(trackingId) }.code, "store_unavailable")
        }
    }

    @Test
    fun `REP-6 - neither an id in use nor one generated before is generated`() {
        inTemporaryDirectory { directory ->
            val store = open(directory, ids = listOf("ABC123", "AAA", "AAA", "BBB"))
            runBlocking { store.cargos.save(booked()) }
            expect(List(2) { runBlocking { store.cargos.nextTrackingId() }.value.text }, listOf("AAA", "BBB"))
            expect(runBlocking { store.cargos.nextTrackingId() }.code, "tracking_ids_exhausted")
            runBlocking { store.close() }
        }
    }

    @Test
    fun `REP-7 - of 8 writers over 4 opens of one store exactly one wins each version, and no save is lost`() {
        inTemporaryDirectory { directory ->
            val stores = List(4) { open(directory, medium = NoSync) }
            runBlocking { stores[0].cargos.save(booked()) }
            val versions = ConcurrentHashMap.newKeySet<Long>()
            val won = AtomicInteger()
            val writers = List(8) { writer ->
                thread {
                    val cargos = stores[writer % 4].cargos
                    repeat(10) { round ->
                        while (true) {
                            val cargo = runBlocking { cargos.findByTrackingId(trackingId) }.value
                            val changed = cargo.changingDeadline(day(61 + writer * 10 + round), at = day(1)).value
                            if (runBlocking { cargos.save(changed) }.code == null) {
                                versions += cargo.version
                                won.incrementAndGet()
                                break
                            }
                        }
                    }
                }
            }
            writers.forEach { it.join() }
            expect(won.get(), 80)
            expect(versions.size, 80)
            expect(runBlocking { stores[3].cargos.findByTrackingId(trackingId) }.value.version, 81L)
            expect(
                runBlocking { stores[2].events.events(after = 0, limit = 1000) }.value.map { it.sequence },
                List(81) { it + 1L },
            )
            stores.forEach { runBlocking { it.close() } }
        }
    }

    @Test
    fun `HND-7, REP-4, REP-7 - an event, its retraction and the cargo are saved in one step, also after opening the store again`() {
        inTemporaryDirectory { directory ->
            val (one, other) = List(2) { open(directory) }
            runBlocking { handlingContract(one) }
            val retracted = runBlocking { other.handlingEvents.findRetracted(trackingId) }.value
            expect(retracted.map { it.reason.text }, listOf("Wrong port"))
            expect(runBlocking { other.handlingEvents.findHistory(trackingId) }.value.revision, 5)
            runBlocking { one.close() }
            runBlocking { other.close() }
        }
    }

    @Test
    fun `REF-5, REP-1 - the cargos with a reference, page by page, as long as they have it`() {
        inTemporaryDirectory { directory ->
            val one = open(directory)
            runBlocking { referenceContract(one) }
            runBlocking { one.close() }
            val again = open(directory)
            val own = CargoReference.create(ReferenceType.CUSTOMER, "Go\u0308teborg").value
            expect(
                runBlocking { again.cargos.find(CargoQuery(reference = own), null, 10) }
                    .value.items.map { it.trackingId.text },
                listOf("CARGO3"),
            )
            runBlocking { again.close() }
        }
    }

    @Test
    fun `REP-1 - the cargos on a voyage, page by page, as long as a leg is on it, also after opening the store again`() {
        inTemporaryDirectory { directory ->
            val (one, other) = List(2) { open(directory) }
            runBlocking { voyageContract(one) }
            expect(
                runBlocking {
                    other.cargos.find(CargoQuery(voyage = voyageNumber("V200")), null, 10)
                }.value.items.map { it.trackingId.text },
                listOf("CARGO1", "CARGO2"),
            )
            runBlocking { one.close() }
            runBlocking { other.close() }
        }
    }

    @Test
    fun `REP-5 - a corrupt cargo fails the pages of its customer, whatever else is asked, and no others`() {
        inTemporaryDirectory { directory ->
            val store = open(directory)
            runBlocking {
                store.cargos.save(booked()).value
                val broken = write(RecordKind.CARGO, "BROKEN", 0, "no cargo", customerId.text)
                store.reading { commit(listOf(broken)) }.value
                suspend fun page(query: CargoQuery, limit: Int) = store.cargos.find(query, after = null, limit)
                for (own in listOf(CargoQuery(customerId), CargoQuery(customerId, need = AttentionReason.UNROUTED))) {
                    expect(page(own, limit = 1).value.next, trackingId)
                    expect(page(own, limit = 2).code, "corrupt_record")
                    expect(page(own.copy(customer = CustomerId.parse("C-2").value), limit = 2).value.items, emptyList())
                    expect(page(own.copy(customer = null), limit = 1).value.next, null)
                }
                store.close()
            }
        }
    }

    @Test
    fun `REP-1 - voyages by their numbers, each once, unknown ones are left out`() {
        inTemporaryDirectory { directory ->
            val store = open(directory)
            runBlocking { voyagesContract(store) }
            runBlocking { store.close() }
        }
    }

    @Test
    fun `CRG-12, CRG-15, VOY-5, VOY-6 - a document has the oldest schema that knows its members`() {
        inTemporaryDirectory { directory ->
            val store = open(directory)
            val sailing = voyage("V1", movement("HKHKG", 1, "SESTO", 2))
            fun cargo(id: String) =
                Cargo.book(TrackingId.parse(id).value, customerId, specification(), at = day(1)).value
            val no = Reason.parse("No papers").value
            runBlocking {
                for (cargo in listOf(
                    cargo("PLAIN"), cargo("KNOWN").adding(reference).value,
                    cargo("ROUTED").assignedTo(viaNewYork).value,
                    cargo("HELD").placingHold(HoldType.CUSTOMS, no, at = day(1)).value,
                    cargo("AWAITED").settingPickUpBy(day(9)).value,
                )) store.cargos.save(cargo).value
                store.voyages.save(sailing).value
                store.voyages.save(voyage("V2", movement("HKHKG", 1, "SESTO", 2)).describedAs(details)).value
                val stored = store.voyages.findByNumber(sailing.number).value
                store.voyages.save(stored.reported("SESTO", PortCallEnd.ARRIVAL, 3)).value
                store.close()
            }
            val lines = directory.resolve("seg-000001.jsonl").readText()
            val schemas = Regex("\"id\":\"([^\"]+)\",\"v\":(\\d),\"d\":(\\d)").findAll(lines)
            expect(
                schemas.map { it.groupValues.drop(1).joinToString(" ") }.toList(),
                listOf(
                    "PLAIN 1 2", "KNOWN 1 3", "ROUTED 1 4", "HELD 1 4", "AWAITED 1 4", "V1 1 1", "V2 1 2", "V1 2 2",
                ),
            )
            val again = open(directory)
            val held = runBlocking { again.cargos.find(CargoQuery(need = AttentionReason.HELD), null, 10) }.value.items
            expect(held.map { it.trackingId.text }, listOf("HELD"))
            val reported = runBlocking { again.voyages.findByNumber(sailing.number) }.value
            expect(reported.forecast.movements, listOf(movement("HKHKG", 1, "SESTO", 3)))
            runBlocking { again.close() }
        }
    }

    @Test
    fun `REP-1, DLV-10 - the cargos on a voyage are found among those of schema 1 too`() {
        inTemporaryDirectory { directory ->
            val copy = directory.resolve("store")
            Path.of("../../spec/files/v1/whole-life/store").toFile().copyRecursively(copy.toFile())
            val store = open(copy)
            fun on(voyage: String) =
                runBlocking { store.cargos.find(CargoQuery(voyage = voyageNumber(voyage)), null, 10) }.value.items
            expect(on("V100").map { it.trackingId.text }, listOf("ABC123"))
            expect(on("V300").map { it.trackingId.text }, emptyList())
            runBlocking { store.cargos.save(on("V100").single()) }.value
            expect(on("V100").map { it.trackingId.text }, listOf("ABC123"))
            runBlocking { store.close() }
        }
    }

    @Test
    fun `REP-8 - exceptions, cancellation included, propagate unchanged and nothing is saved`() {
        class Cancelled : java.util.concurrent.CancellationException()
        inTemporaryDirectory { directory ->
            val store = open(directory, clock = DomainClock { throw Cancelled() })
            expect(runCatching { runBlocking { store.cargos.save(booked()) } }.exceptionOrNull() is Cancelled, true)
            expect(runBlocking { store.cargos.findByTrackingId(trackingId) }.code, "cargo_not_found")
            expect(
                runCatching {
                    runBlocking { store.reading<Unit> { throw Cancelled() } }
                }.exceptionOrNull() is Cancelled,
                true,
            )
            expect(runBlocking { store.cargos.find(CargoQuery(), null, 1) }.value.items, emptyList())
            runBlocking { store.close() }
        }
    }

    @Test
    fun `REP-4 - after a full disk or a failed sync all earlier saves are there, the failed save isn't, and the store still works`() {
        for ((what, message, code, later) in listOf(
            listOf("write", "No space left on device", "store_full", null),
            listOf("write", "Input/output error", "store_unavailable", null),
            listOf("data sync", "Input/output error", "store_unavailable", null),
            listOf("data sync", "No space left on device", "store_full", null),
            // The segment can't be sealed either, so the next sync stores the record after all.
            listOf("sync", "Input/output error", "store_outcome_unknown", "concurrency_conflict"),
        )) inTemporaryDirectory { directory ->
            val medium = FailingMedium(what!!, message!!)
            val store = open(directory, medium = medium)
            runBlocking { store.cargos.save(booked()) }
            val cargo = runBlocking { store.cargos.findByTrackingId(trackingId) }.value
            val changed = cargo.changingDeadline(day(61), at = day(1)).value
            medium.isFailing = true
            expect(runBlocking { store.cargos.save(changed) }.code, code)
            medium.isFailing = false
            expect(runBlocking { store.cargos.findByTrackingId(trackingId) }.value.version, 1L)
            val again = open(directory)
            expect(runBlocking { again.verify() }.value, emptyList())
            expect(runBlocking { again.cargos.findByTrackingId(trackingId) }.value.version, 1L)
            expect(runBlocking { store.cargos.save(changed) }.code, later)
            expect(runBlocking { again.cargos.findByTrackingId(trackingId) }.value.version, 2L)
            runBlocking { store.close() }
            runBlocking { again.close() }
            val reopened = open(directory)
            expect(runBlocking { reopened.cargos.findByTrackingId(trackingId) }.value.version, 2L)
            expect(runBlocking { reopened.verify() }.value, emptyList())
            runBlocking { reopened.close() }
        }
    }

    @Test
    fun `A store that another program keeps locked is store_locked after the time limit, with that program's name, and unchanged`() {
        inTemporaryDirectory { directory ->
            val store = open(directory, timeLimit = 50)
            runBlocking { store.cargos.save(booked()) }
            val length = Files.size(directory.resolve("seg-000001.jsonl"))
            val stockholm = listOf(Location(port("SESTO"), LocationName.parse("Stockholm").value))
            whileHeldElsewhere(directory, StoreLocks.Place.APPEND) { holder ->
                val failure = runBlocking { store.locations.save(stockholm) }.error
                expect(failure.code.text, "store_locked")
                expect(failure.cause?.endsWith("is held by process ${holder.pid()}"), true)
                expect(runBlocking { store.cargos.findByTrackingId(trackingId) }.value.version, 1L)
                val other = open(directory, timeLimit = 50)
                expect(runBlocking { other.cargos.findByTrackingId(trackingId) }.value.version, 1L)
                runBlocking { other.close() }
            }
            expect(Files.size(directory.resolve("seg-000001.jsonl")), length)
            expect(runBlocking { store.locations.save(stockholm) }.code, null)
            runBlocking { store.close() }
        }
    }

    @Test
    fun `A save whose sync another program delays beyond the limit has an unknown outcome and is stored later`() {
        inTemporaryDirectory { directory ->
            val store = open(directory, timeLimit = 50)
            runBlocking { store.cargos.save(booked()) }
            val changed = runBlocking { store.cargos.findByTrackingId(trackingId) }.value.changingDeadline(
                day(61),
                at = day(1),
            ).value
            whileHeldElsewhere(directory, StoreLocks.Place.SYNC) {
                expect(runBlocking { store.cargos.save(changed) }.code, "store_outcome_unknown")
                expect(runBlocking { store.cargos.findByTrackingId(trackingId) }.value.version, 1L)
                // A conflict with a record that isn't stored yet must not be reported.
                expect(runBlocking { store.cargos.save(changed) }.code, "store_locked")
            }
            expect(runBlocking { store.cargos.save(changed) }.code, "concurrency_conflict")
            expect(runBlocking { store.cargos.findByTrackingId(trackingId) }.value.version, 2L)
            runBlocking { store.close() }
        }
    }

    @Test
    fun `Closing a store marks how much is durable, closing one that only read changes no file`() {
        inTemporaryDirectory { directory ->
            val store = open(directory)
            runBlocking { store.cargos.save(booked()) }
            runBlocking { store.close() }
            val segment = directory.resolve("seg-000001.jsonl")
            val lines = Files.readAllLines(segment)
            expect(lines.size, 2)
            expect(lines[1].drop(19), "\"s\":${lines[0].length + 1},\"t\":\"~mark\"}")
            val reader = open(directory)
            expect(runBlocking { reader.cargos.findForCustomer(CustomerId.parse("C-1").value) }.value.size, 1)
            runBlocking { reader.close() }
            expect(Files.readAllLines(segment), lines)
        }
    }

    @Test
    fun `Opening a copy of a store without lock and state files creates them`() {
        inTemporaryDirectory { directory ->
            val store = open(directory)
            runBlocking { store.cargos.save(booked()) }
            runBlocking { store.close() }
            Files.delete(directory.resolve("LOCK"))
            Files.delete(directory.resolve("STATE"))
            val again = open(directory)
            val cargo = runBlocking { again.cargos.findByTrackingId(trackingId) }.value
            expect(Files.size(directory.resolve("STATE")), 4096L)
            expect(runBlocking { again.cargos.save(cargo.changingDeadline(day(61), at = day(1)).value) }.code, null)
            runBlocking { again.close() }
            expect(Files.readString(directory.resolve("LOCK")).trim(), ProcessHandle.current().pid().toString())
        }
    }

    @Test
    fun `A path to a file, and records without a manifest, are errors, never an empty store`() {
        inTemporaryDirectory { directory ->
            val file = Files.createFile(directory.resolve("file"))
            expect(runBlocking { JSONFileStore.open(file) }.code, "store_unavailable")
            Files.writeString(directory.resolve("seg-000001.jsonl"), "x")
            expect(
                runBlocking { JSONFileStore.open(directory) }.error.params.joinToString(),
                "Text(name=rule, text=manifest)",
            )
        }
    }

    @Test
    fun `Preallocated space at the end of a segment is neither a record nor damage, and is filled`() {
        inTemporaryDirectory { directory ->
            val segment = directory.resolve("seg-000001.jsonl")
            val store = open(directory)
            runBlocking { store.cargos.save(booked()) }
            val length = Files.size(segment)
            Files.write(segment, Files.readAllBytes(segment) + ByteArray(1 shl 16) { '\n'.code.toByte() })
            expect(runBlocking { store.verify() }.value, emptyList())
            val cargo = runBlocking { store.cargos.findByTrackingId(trackingId) }.value
            expect(runBlocking { store.cargos.save(cargo.changingDeadline(day(61), at = day(1)).value) }.code, null)
            expect(Files.size(segment), length + (1 shl 16))
            val other = open(directory)
            expect(runBlocking { other.cargos.findByTrackingId(trackingId) }.value.version, 2L)
            expect(runBlocking { store.recoveredTails() }.value, emptyList())
            runBlocking { store.close() }
            runBlocking { other.close() }
        }
    }

    @Test
    fun `VAL-INT-1 - a version too large for the wire format isn't stored`() {
        inTemporaryDirectory { directory ->
            val store = open(directory)
            val cargo = booked().storedAs(9_007_199_254_740_991).value
            expect(
                runBlocking { store.cargos.save(cargo) }.error.params.toString(),
                "[Text(name=text, text=9007199254740992)]",
            )
            expect(runBlocking { store.reading { index.ids(RecordKind.CARGO).count() } }.value, 0)
            runBlocking { store.close() }
        }
    }
}
