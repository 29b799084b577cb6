package io.github.cargokit.domain

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.voyage.CarrierCode
import io.github.cargokit.domain.voyage.CarrierVoyageNumber
import io.github.cargokit.domain.voyage.IMONumber
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.domain.voyage.PortCallEnd.ARRIVAL
import io.github.cargokit.domain.voyage.PortCallEnd.DEPARTURE
import io.github.cargokit.domain.voyage.PortCallReport
import io.github.cargokit.domain.voyage.PortCallStatus
import io.github.cargokit.domain.voyage.PortCallStatus.ACTUAL
import io.github.cargokit.domain.voyage.PortCallStatus.ESTIMATED
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.TransportMode
import io.github.cargokit.domain.voyage.Vessel
import io.github.cargokit.domain.voyage.VesselName
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.testing.code
import io.github.cargokit.testing.day
import io.github.cargokit.testing.details
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.reported
import io.github.cargokit.testing.value
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import kotlin.random.Random
import org.junit.jupiter.api.Test

/** Hong Kong, New York, Stockholm, and back to New York. */
private val sailing = voyage(
    "V1",
    movement("HKHKG", 10, "USNYC", 20),
    movement("USNYC", 22, "SESTO", 30),
    movement("SESTO", 30, "USNYC", 40),
)

/** The days of all ends of the forecast, and the milliseconds after them. */
private fun Voyage.ends(): List<Pair<Long, Long>> = forecast.movements
    .flatMap { listOf(it.departureTime, it.arrivalTime) }
    .map { it.epochMilliseconds - day(1).epochMilliseconds }
    .map { it.floorDiv(86_400_000L) + 1 to it.mod(86_400_000L) }

private fun Voyage.days(): List<Long> = ends().onEach { expect(it.second, 0) }.map { it.first }

private fun Voyage.reporting(
    at: String,
    end: PortCallEnd,
    status: PortCallStatus,
    time: Instant,
    reportedAt: Instant = day(1),
) = reporting(port(at), end, status, time, reportedAt, at = day(99))

internal class VoyageTests {
    @Test
    fun `VOY-4 - a reschedule keeps the details and drops the reports, an equal schedule keeps both`() {
        val reported = sailing.describedAs(details).reported("USNYC", ARRIVAL, 21)
        expect(reported.rescheduledTo(sailing.schedule) === reported, true)
        val later = voyage("V1", movement("HKHKG", 11, "USNYC", 21)).schedule
        val rescheduled = reported.rescheduledTo(later)
        expect(rescheduled.details to rescheduled.reports, details to emptyList())
        expect(rescheduled.forecast, later)
        val types = listOf("VoyageDescribed", "PortCallReported", "VoyageRescheduled")
        expect(rescheduled.raisedFacts.map { it.type }, types)
    }

    @Test
    fun `VOY-5 - carriers, their numbers, modes, IMO numbers and names of vessels`() {
        for (good in listOf("MA", "MAEU", "1234567890")) expect(CarrierCode.parse(good).value.text, good)
        for (bad in listOf("", "M", "12345678901", "maeu", "MAE ", "MÄ", "M٣")) {
            expect(CarrierCode.parse(bad).error, DomainError.invalid(Code.CARRIER_CODE_INVALID, bad))
        }
        for (good in listOf("052W", "2103 N", "\uD83D\uDE00".repeat(50))) {
            expect(CarrierVoyageNumber.parse(good).value.text, good)
        }
        for (bad in listOf("", " ", " 1", "1\u2003", "1\u0085", "a\tb", "1".repeat(51), "\uD83D")) {
            expect(CarrierVoyageNumber.parse(bad).error, DomainError.invalid(Code.CARRIER_VOYAGE_NUMBER_INVALID, bad))
        }
        for (mode in TransportMode.entries) expect(TransportMode.parse(mode.name).value, mode)
        for (bad in listOf("", "vessel", "SHIP")) expect(TransportMode.parse(bad).code, "transport_mode_invalid")
        for (good in listOf("9074729", "0000000")) expect(IMONumber.parse(good).value.text, good)
        for (bad in listOf("", "9074728", "907472", "90747290", "IMO9074729", "٩٠٧٤٧٢٩", "907472９")) {
            expect(IMONumber.parse(bad).error, DomainError.invalid(Code.IMO_NUMBER_INVALID, bad))
        }
        expect(VesselName.parse("Emma").value.text, "Emma")
        for (bad in listOf("", "\u3000", "a".repeat(201))) expect(VesselName.parse(bad).code, "vessel_name_invalid")
        expect(Vessel.create().code, "vessel_empty")
    }

    @Test
    fun `VOY-5 - the carrier's numbers are at most 20, all different, in the order of their scalars`() {
        fun create(vararg texts: String) =
            VoyageDetails.create(carrierVoyageNumbers = texts.map { CarrierVoyageNumber.parse(it).value })
        expect(create("2103N", "2103S", "\uFF5E", "\uD83D\uDE00").code, null)
        for (bad in listOf(arrayOf("2", "1"), arrayOf("1", "1"), arrayOf("\uD83D\uDE00", "\uFF5E"))) {
            expect(create(*bad).error, DomainError.rule(Code.CARRIER_VOYAGE_NUMBERS_INVALID))
        }
        val many = (10..30).map { "$it" }
        expect(create(*many.take(20).toTypedArray()).code, null)
        expect(create(*many.toTypedArray()).code, "carrier_voyage_numbers_invalid")
        expect(VoyageDetails.checked(emptyList()).code, "carrier_voyage_numbers_invalid")
    }

    @Test
    fun `VOY-5 - a description replaces all details, an equal one changes nothing, and none is one too`() {
        val described = sailing.describedAs(details)
        expect(described.raisedFacts.single(), DomainFact.VoyageDescribed(sailing.number, details))
        expect(described.describedAs(details) === described, true)
        val carrier = VoyageDetails.create(carrier = CarrierCode.parse("HLCU").value).value
        expect(described.describedAs(carrier).details, carrier)
        expect(described.describedAs(VoyageDetails.NONE).details.isEmpty, true)
        expect(sailing.describedAs(VoyageDetails.NONE) === sailing, true)
    }

    @Test
    fun `VOY-6 - a report concerns the call that is scheduled nearest, of equally near ones the earlier`() {
        expect(sailing.reported("USNYC", ARRIVAL, 30).reports.single().movement, 0)
        expect(sailing.reported("USNYC", ARRIVAL, 31).reports.single().movement, 2)
        // The forecast doesn't matter.
        val late = sailing.reported("USNYC", ARRIVAL, 29).reported("USNYC", ARRIVAL, 32)
        expect(late.reports.map { it.movement to it.time }, listOf(0 to day(29), 2 to day(32)))
        expect(sailing.reporting("USNYC", DEPARTURE, ESTIMATED, day(40)).value.reports.single().movement, 1)
        expect(
            sailing.reporting("HKHKG", ARRIVAL, ACTUAL, day(100)).error,
            DomainError.voyageDoesNotCall(port("HKHKG")),
        )
    }

    @Test
    fun `VOY-6 - an actual time isn't in the future, and a report wasn't made later than now`() {
        expect(sailing.reporting("HKHKG", DEPARTURE, ACTUAL, day(99)).code, null)
        expect(sailing.reporting("HKHKG", DEPARTURE, ACTUAL, day(100)).code, "port_call_in_future")
        expect(sailing.reporting("HKHKG", DEPARTURE, ESTIMATED, day(100)).code, null)
        val report = sailing.reporting("HKHKG", DEPARTURE, ESTIMATED, day(11), reportedAt = day(120)).value.reports
        expect(report.single().reportedAt, day(99))
    }

    @Test
    fun `VOY-6 - of an end the actual report is kept, then the later one, then the later time`() {
        fun Voyage.arrival(status: PortCallStatus, time: Int, reportedAt: Int) =
            reporting("USNYC", ARRIVAL, status, day(time), day(reportedAt)).value.storedAs(1).value
        val known = sailing.storedAs(1).value.arrival(ESTIMATED, time = 21, reportedAt = 5)
        for ((status, time, reportedAt) in listOf(
            Triple(ESTIMATED, 21, 5), Triple(ESTIMATED, 20, 5), Triple(ESTIMATED, 28, 4),
        )) {
            val same = known.reporting("USNYC", ARRIVAL, status, day(time), day(reportedAt)).value
            expect(same === known, true)
        }
        expect(known.arrival(ESTIMATED, time = 22, reportedAt = 5).reports.single().time, day(22))
        expect(known.arrival(ESTIMATED, time = 19, reportedAt = 6).reports.single().time, day(19))
        val actual = known.arrival(ACTUAL, time = 19, reportedAt = 1)
        expect(actual.reports.single().status, ACTUAL)
        expect(actual.reporting("USNYC", ARRIVAL, ESTIMATED, day(25), day(9)).value === actual, true)
    }

    @Test
    fun `VOY-6 - a report that repeats what is known is kept without a fact`() {
        val known = sailing.reported("SESTO", ARRIVAL, 31, reported = 5)
        val fact = DomainFact.PortCallReported(sailing.number, 1, ARRIVAL, port("SESTO"), ESTIMATED, day(31))
        expect(known.raisedFacts, listOf(fact))
        val again = known.reporting("SESTO", ARRIVAL, ESTIMATED, day(31), day(6)).value
        expect(again.raisedFacts, listOf(fact))
        expect(again.reports.single().reportedAt, day(6))
        expect(again == known, false)
    }

    @Test
    fun `VOY-7 - without an actual time, a delay lasts and an early ship waits`() {
        expect(sailing.forecast, sailing.schedule)
        expect(sailing.reported("HKHKG", DEPARTURE, 12).days(), listOf<Long>(12, 22, 24, 32, 32, 42))
        expect(sailing.reported("HKHKG", DEPARTURE, 8).days(), listOf<Long>(8, 20, 22, 30, 30, 40))
        expect(sailing.reported("USNYC", ARRIVAL, 23).days(), listOf<Long>(10, 23, 25, 33, 33, 43))
        val overtaken = sailing.reported("HKHKG", DEPARTURE, 12).reported("USNYC", ARRIVAL, 20)
        expect(overtaken.days(), listOf<Long>(12, 20, 22, 30, 30, 40))
        // No end is before the one before it; an arrival is a millisecond after its departure.
        val passed = sailing.reported("HKHKG", DEPARTURE, 25).reported("USNYC", ARRIVAL, 20)
        expect(passed.ends().take(2), listOf(25L to 0L, 25L to 1L))
    }

    @Test
    fun `VOY-7 - what is past is no later than what followed it`() {
        val left = sailing.reported("USNYC", DEPARTURE, 15, ACTUAL)
        expect(left.days(), listOf<Long>(10, 15, 15, 30, 30, 40))
        val arrived = sailing.reported("SESTO", ARRIVAL, 9, ACTUAL)
        val moment = 86_400_000L
        expect(
            arrived.ends(),
            listOf(8 to moment - 2, 8 to moment - 1, 8 to moment - 1, 9 to 0L, 30 to 0L, 40 to 0L)
                .map { it.first.toLong() to it.second },
        )
        // A report before it is bounded as well, and the last actual time counts.
        val both = sailing.reported("HKHKG", DEPARTURE, 14, ACTUAL).reported("USNYC", DEPARTURE, 13, ACTUAL)
        expect(both.ends().take(3), listOf(12L to moment - 1, 13L to 0L, 13L to 0L))
        expect(sailing.reported("SESTO", ARRIVAL, 34, ACTUAL).days(), listOf<Long>(10, 20, 22, 34, 34, 44))
    }

    @Test
    fun `VOY-7 - a report with which a forecast leaves the range is rejected`() {
        val early = sailing.reporting("SESTO", ARRIVAL, ACTUAL, Instant.EARLIEST)
        expect(early.error, DomainError.invalid(Code.INSTANT_OUT_OF_RANGE, "-2"))
        val late = sailing.reporting("SESTO", DEPARTURE, ESTIMATED, Instant.LATEST)
        val excess = Instant.LATEST.epochMilliseconds + 10 * 86_400_000L
        expect(late.error, DomainError.invalid(Code.INSTANT_OUT_OF_RANGE, "$excess"))
        // One that isn't kept isn't judged.
        val known = sailing.reported("SESTO", ARRIVAL, 30, ACTUAL)
        expect(known.reporting("SESTO", ARRIVAL, ESTIMATED, Instant.LATEST, day(98)).value === known, true)
    }

    @Test
    fun `VOY-6, VOY-7 - a stored voyage has at most one report of each end, in order, and a forecast in range`() {
        fun report(movement: Int, end: PortCallEnd, time: Instant = day(20)) =
            PortCallReport(movement, end, ACTUAL, time, day(20))
        fun restored(vararg reports: PortCallReport) =
            Voyage.reconstitute(sailing.number, sailing.schedule, VoyageDetails.NONE, reports.toList(), version = 1)
        expect(restored(report(0, DEPARTURE), report(0, ARRIVAL), report(2, ARRIVAL)).code, null)
        for (bad in listOf(
            listOf(report(0, ARRIVAL), report(0, DEPARTURE)), listOf(report(1, ARRIVAL), report(0, ARRIVAL)),
            listOf(report(1, ARRIVAL), report(1, ARRIVAL)), listOf(report(3, DEPARTURE)), listOf(report(-1, ARRIVAL)),
            listOf(report(Int.MAX_VALUE, ARRIVAL)), listOf(report(-1, ARRIVAL, Instant.EARLIEST)),
        )) {
            expect(restored(*bad.toTypedArray()).error, DomainError.rule(Code.PORT_CALL_REPORTS_INVALID))
        }
        val early = restored(report(2, ARRIVAL, Instant.EARLIEST))
        expect(early.error, DomainError.invalid(Code.INSTANT_OUT_OF_RANGE, "-3"))
    }

    @Test
    fun `UC-13 - a voyage calls at two ports if it leaves the first and then reaches the second`() {
        val calls = sailing.schedule
        expect(calls.checkCalls(port("HKHKG"), port("SESTO")).code, null)
        expect(calls.checkCalls(port("SESTO"), port("USNYC")).code, null)
        expect(calls.checkCalls(port("DEHAM"), port("DEHAM")).error, DomainError.voyageDoesNotCall(port("DEHAM")))
        expect(calls.checkCalls(port("SESTO"), port("HKHKG")).error, DomainError.voyageDoesNotCall(port("HKHKG")))
        val before = voyage("V2", movement("DEHAM", 1, "HKHKG", 5), movement("HKHKG", 6, "USNYC", 20)).schedule
        expect(before.checkCalls(port("HKHKG"), port("HKHKG")).error, DomainError.voyageDoesNotCall(port("HKHKG")))
    }

    @Test
    fun `VOY-6, VOY-7 - the same reports in any order make the same voyage, and every forecast is a schedule`() {
        val random = Random(3)
        repeat(3_000) {
            val sailing = random.sailing()
            val reports = List(random.nextInt(1, 12)) { random.report() }
            val voyage = reports.fold(sailing, ::taking)
            repeat(3) { expect(reports.shuffled(random).fold(sailing, ::taking).forTest(), voyage.forTest()) }
            for (report in reports) expect(taking(voyage, report) === voyage, true)
            expect(voyage.storedAs(7).value.forecast, voyage.forecast)

            val movements = voyage.forecast.movements
            expect(Schedule.create(movements).value, voyage.forecast)
            expect(movements.map { it.departureLocation }, sailing.schedule.movements.map { it.departureLocation })
            val past = voyage.reports.lastOrNull { it.status == ACTUAL } ?: return@repeat
            val end = movements[past.movement]
            expect(if (past.end == DEPARTURE) end.departureTime else end.arrivalTime, past.time)
        }
    }
}

/** A report on some hour, with times that often agree. */
private class RandomReport(
    val port: String,
    val end: PortCallEnd,
    val status: PortCallStatus,
    val time: Instant,
    val reportedAt: Instant,
)

private val ports = listOf("HKHKG", "USNYC", "SESTO")

private fun Random.report() = RandomReport(
    ports.random(this), PortCallEnd.entries.random(this), PortCallStatus.entries.random(this), day(nextInt(1, 60)),
    day(nextInt(1, 5)),
)

/** A voyage of a few movements, each of at least a day, with stays of none or more. */
private fun Random.sailing(): Voyage {
    var time = nextInt(1, 10)
    val calls = generateSequence(ports.random(this)) { (ports - it).random(this) }.take(nextInt(2, 8)).toList()
    val movements = calls.zipWithNext { from, to ->
        val leaves = time + nextInt(3)
        val arrives = leaves + nextInt(1, 12)
        time = arrives
        movement(from, leaves, to, arrives)
    }
    return Voyage.register(voyageNumber("V1"), Schedule.create(movements).value)
}

/** The voyage with a report; the voyage as it is if it doesn't call there. */
private fun taking(voyage: Voyage, report: RandomReport): Voyage {
    val result = voyage.reporting(report.port, report.end, report.status, report.time, report.reportedAt)
    return if (result.code == "voyage_does_not_call") voyage else result.value
}

private fun Voyage.forTest() = Triple(reports, forecast, version)
