package io.github.cargokit.infrastructure

import io.github.cargokit.domain.cargo.ArchiveName
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.handling.HandlingType.CLAIM
import io.github.cargokit.domain.handling.HandlingType.CUSTOMS
import io.github.cargokit.domain.handling.HandlingType.LOAD
import io.github.cargokit.domain.handling.HandlingType.RECEIVE
import io.github.cargokit.domain.handling.HandlingType.UNLOAD
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.Records
import io.github.cargokit.infrastructure.records.StoredRecord
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.infrastructure.records.domainEvent
import io.github.cargokit.infrastructure.records.voyage
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.day
import io.github.cargokit.testing.details
import io.github.cargokit.testing.error
import io.github.cargokit.testing.event
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.history
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.reported
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyage
import org.junit.jupiter.api.Test

private fun read(text: String) = JSONParser.parse(text, JSONParser.HugeIntegers.KEPT).value

/** The cargo as rules before 3.0 stored it. */
private fun Cargo.withoutPromise() = Cargo.reconstitute(
    trackingId, customerId, origin, routeSpecification, itinerary, routingStart, delivery.stored(), estimate,
    cancellation, references, promisedArrival = null, holds, pickUpBy, version,
).value

internal class RecordTests {
    val stored = JSONWriter().apply {
        cargo(
            booked().assignedTo(viaNewYork).value.derivingDeliveryProgress(
                history(event(RECEIVE, "HKHKG", 9), event(LOAD, "HKHKG", 10, "V100")),
            ).value,
        )
    }.toString()
    @Test
    fun `A cargo survives a round trip, byte for byte`() {
        expect(JSONWriter().apply { cargo(StoredRecord.cargo(read(stored)).value) }.toString(), stored)
    }

    @Test
    fun `REP-5 - an invalid record is corrupt_record with its rule and, if readable, its id`() {
        fun failure(text: String) = StoredRecord.cargo(read(text)).error.params.joinToString { it.toString() }
        val id = "Text(name=id, text=ABC123), Text(name=rule, text="
        expect(failure(stored.replace("\"version\":0", "\"version\":-1")), id + "integer_out_of_range)")
        expect(failure(stored.replace("\"version\":0", "\"version\":9007199254740992")), id + "integer_out_of_range)")
        expect(failure(stored.replace("\"version\":0", "\"version\":\"0\"")), id + "shape_invalid)")
        expect(
            failure(stored.replace("\"origin\":\"HKHKG\",\"promised", "\"origin\":\"CNHK\",\"promised")),
            id + "un_locode_invalid)",
        )
        expect(failure(stored.replace("ONBOARD_CARRIER", "ONBOARD")), id + "DLV-10)")
        expect(failure(stored.replace("ABC123", "abc")), "Text(name=rule, text=tracking_id_invalid)")
        expect(failure("[]"), "Text(name=rule, text=shape_invalid)")
    }

    @Test
    fun `VOY-5, VOY-6 - a voyage survives a round trip, byte for byte, and is corrupt if a report or a detail is`() {
        val sailing = voyage("V1", movement("HKHKG", 1, "SESTO", 2)).describedAs(details)
            .reported("HKHKG", PortCallEnd.DEPARTURE, 2).reported("SESTO", PortCallEnd.ARRIVAL, 3)
        val stored = JSONWriter().apply { voyage(sailing) }.toString()
        expect(JSONWriter().apply { voyage(StoredRecord.voyage(read(stored)).value) }.toString(), stored)
        fun rule(old: String, new: String): String {
            expect(old in stored, true)
            return StoredRecord.voyage(read(stored.replace(old, new))).error.params.last().toString()
        }
        fun rule(text: String) = "Text(name=rule, text=$text)"
        expect(rule("\"MAEU\"", "\"maeu\""), rule("carrier_code_invalid"))
        expect(rule("\"2103N\",\"2103S\"", ""), rule("carrier_voyage_numbers_invalid"))
        expect(rule("\"imoNumber\":\"9074729\",\"name\":\"Emma\"", ""), rule("vessel_empty"))
        expect(rule("\"VESSEL\"", "1"), rule("shape_invalid"))
        for (movement in listOf("-1", "1", "9007199254740991")) {
            expect(rule("\"movement\":0", "\"movement\":$movement"), rule("port_call_reports_invalid"))
        }
        expect(rule("\"movement\":0", "\"movement\":9007199254740992"), rule("integer_out_of_range"))
        expect(rule("\"end\":\"ARRIVAL\"", "\"end\":\"DEPARTURE\""), rule("port_call_reports_invalid"))
        val reports = stored.substringAfter("\"reports\":").substringBefore(",\"schedule\"")
        expect(rule(reports, "[]"), rule("port_call_reports_invalid"))
        val details = stored.substringAfter("\"details\":").substringBefore(",\"reports\"")
        expect(rule(details, "{}"), rule("shape_invalid"))
    }

    @Test
    fun `CRG-15 - the holds of a stored cargo are at least one, in order`() {
        val hold = """{"at":"2026-01-02T00:00:00.000Z","reason":"No papers","type":"CUSTOMS"}"""
        fun rule(holds: String) = StoredRecord.cargo(read(stored.replace("\"itin", "\"holds\":$holds,\"itin")))
            .error.params.last().toString()
        for (holds in listOf("[]", "[$hold,$hold]", "[$hold,${hold.replace("CUSTOMS", "CARRIER")}]")) {
            expect(rule(holds), "Text(name=rule, text=holds_invalid)")
        }
        expect(rule("[${hold.replace("CUSTOMS", "POLICE")}]"), "Text(name=rule, text=hold_type_invalid)")
    }

    @Test
    fun `CRG-17, CRG-18, REP-3, REP-9 - the events of a cargo that ends survive a round trip, byte for byte`() {
        val archive = ArchiveName.parse("2026-01").value
        val facts = mapOf(
            DomainFact.CargoArchived(archive) to """{"archive":"2026-01"}""",
            DomainFact.CargoRestored(archive) to """{"archive":"2026-01"}""",
            DomainFact.CustomerErased(CustomerId.parse("ERASED-1").value) to """{"customerId":"ERASED-1"}""",
        )
        for ((fact, data) in facts) {
            val envelope = DomainEvent.raisedBy(booked(), version = 1, at = day(1), sequence = 7).single()
            val stored = JSONWriter().apply {
                domainEvent(envelope.copy(schemaVersion = fact.schemaVersion, fact = fact))
            }.toString()
            expect("\"data\":$data," in stored, true)
            expect("\"schemaVersion\":3,\"sequence\":7,\"type\":\"${fact.type}\"" in stored, true)
            expect(JSONWriter().apply { domainEvent(StoredRecord.domainEvent(read(stored)).value) }.toString(), stored)
            val broken = stored.replace(data, data.replace("2026", ".").replace("ERA", "-"))
            expect(StoredRecord.domainEvent(read(broken)).code, "corrupt_record")
        }
    }

    @Test
    fun `REP-5, DLV-10 - a cargo of schema 1 is read as if its delivery were derived now`() {
        val scans = listOf(
            event(RECEIVE, "HKHKG", 9),
            event(LOAD, "HKHKG", 10, "V100"),
            event(UNLOAD, "DEHAM", 15, "V100"),
            event(CLAIM, "DEHAM", 16),
        )
        for (count in 0..scans.size) {
            val derived = booked().assignedTo(viaNewYork).value.derivingDeliveryProgress(
                history(*scans.take(count).toTypedArray()),
            ).value.withoutPromise()
            val old = JSONWriter().apply { cargo(derived) }.toString()
                .replace(Regex("\"lastMove\":\\{[^}]*},"), "").replace(Regex("\"plannedArrival\":\"[^\"]*\","), "")
            expect(StoredRecord.cargoOfSchema1(read(old)).value, derived)
            if (count > 0) expect(StoredRecord.cargo(read(old)).code, "corrupt_record")
        }
    }

    @Test
    fun `REP-5, DLV-10 - CUSTOMS as the last event of a cargo of schema 1 becomes a RECEIVE as its last move`() {
        val aboard =
            booked().derivingDeliveryProgress(history(event(RECEIVE, "HKHKG", 9), event(CUSTOMS, "HKHKG", 10))).value
        val old = JSONWriter().apply { cargo(aboard) }.toString().replace(Regex("\"lastMove\":\\{[^}]*},"), "")
        val read = StoredRecord.cargoOfSchema1(read(old)).value
        expect(read.delivery.lastHandled, event(CUSTOMS, "HKHKG", 10).handled)
        expect(read.delivery.lastMove, event(RECEIVE, "HKHKG", 10).handled)
        val broken =
            StoredRecord.cargoOfSchema1(read(old.replace("\"isMisdirected\":false", "\"isMisdirected\":true"))).error
        expect(broken.params.joinToString { it.toString() }, "Text(name=id, text=ABC123), Text(name=rule, text=DLV-10)")
    }

    @Test
    fun `READ-1 - the whole shape is checked before any value, and the first mismatch in name order is reported`() {
        fun path(text: String) = Records.handlingEvent.read(read(text)).error.params.joinToString { it.toString() }
        expect(path("{}"), "Text(name=path, text=completionTime)")
        expect(path("""{"completionTime":"x","location":1}"""), "Text(name=path, text=location)")
        expect(path("""{"aaa":"x"}"""), "Text(name=path, text=aaa)")
        expect(
            path("""{"completionTime":"x","location":"y","registrationTime":"z","trackingId":"","type":"","zzz":1}"""),
            "Text(name=path, text=zzz)",
        )
        expect(path("[]"), "Text(name=path, text=)")
    }

    @Test
    fun `VAL-LOC-1, VAL-TIME-2, READ-3 - reading is lenient, also from the store`() {
        val liberal = stored.replace(
            "\"origin\":\"HKHKG\",\"routeSp",
            "\"origin\":\"hkhkg\",\"routeSp",
        ).replace("2026-03-01T00:00:00.000Z", "2026-03-01T01:00:00+01:00")
        expect(JSONWriter().apply { cargo(StoredRecord.cargo(read(liberal)).value) }.toString(), stored)
    }
}
