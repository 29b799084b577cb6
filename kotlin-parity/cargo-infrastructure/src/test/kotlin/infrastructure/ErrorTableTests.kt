package io.github.cargokit.infrastructure

import io.github.cargokit.application.input.Input
import io.github.cargokit.domain.cargo.ArchiveName
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.testing.code
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.port
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.voyageNumber
import java.io.File
import org.junit.jupiter.api.Test

/** Returns an error for each code, as the kit creates it. */
private fun samples(): List<DomainError> {
    val named = listOf(
        DomainError.shapeInvalid("legs[0]"),
        DomainError.validationFailed(emptyList()),
        DomainError.legNotOnSchedule(1),
        DomainError.corruptRecord("DLV-10"),
        DomainError.corruptRecord("DLV-10", id = "ABC123"),
        DomainError.cargoNotFound(trackingId),
        DomainError.cargoArchived(trackingId, ArchiveName.parse("2026-01").value),
        DomainError.eventsTrimmed(first = 7),
        DomainError.voyageNotFound(voyageNumber("V1")),
        DomainError.voyageDoesNotCall(port("SESTO")),
        DomainError.locationNotFound(port("SESTO")),
        DomainError.voyageAlreadyExists(voyageNumber("V1")),
        DomainError.trackingIdInUse(trackingId),
        DomainError.idempotencyKeyReused(trackingId),
        DomainError.handlingEventNotFound(trackingId),
        DomainError.itineraryStartsElsewhere(port("CNSHA"), port("HKHKG"), voyageNumber = null),
        DomainError.itineraryStartsElsewhere(port("CNSHA"), port("HKHKG"), voyageNumber("V100")),
        DomainError.concurrencyConflict(trackingId, expected = 1, actual = 2),
        DomainError.concurrencyConflict(voyageNumber("V1"), expected = 1, actual = 2),
    )
    val texts = setOf(
        Code.ARCHIVE_NAME_INVALID, Code.TRACKING_ID_INVALID, Code.CUSTOMER_ID_INVALID, Code.VOYAGE_NUMBER_INVALID,
        Code.UN_LOCODE_INVALID,
        Code.LOCATION_NAME_INVALID, Code.REASON_INVALID,
        Code.REFERENCE_INVALID, Code.REFERENCE_TYPE_INVALID,
        Code.IDEMPOTENCY_KEY_INVALID, Code.INSTANT_INVALID, Code.INSTANT_OUT_OF_RANGE, Code.INTEGER_OUT_OF_RANGE,
        Code.HANDLING_TYPE_INVALID, Code.JSON_INVALID, Code.CARRIER_CODE_INVALID, Code.CARRIER_VOYAGE_NUMBER_INVALID,
        Code.TRANSPORT_MODE_INVALID, Code.IMO_NUMBER_INVALID, Code.VESSEL_NAME_INVALID, Code.PORT_CALL_END_INVALID,
        Code.PORT_CALL_STATUS_INVALID, Code.HOLD_TYPE_INVALID,
    )
    val bare = Code.entries - texts - named.map { it.code }.toSet()
    return named + texts.map { DomainError.invalid(it, "?") } + bare.map { DomainError.rule(it) }
}

/** Compares the codes with those of `spec/errors.json` in the repository's root. */
internal class ErrorTableTests {
    @Test
    fun `The codes and their tiers match errors of the specification`() {
        val bytes = File("../../spec/errors.json").readBytes()
        val table = JSONParser.parse(bytes, 0, bytes.size).value as Input.Members
        val listed = (table["errors"] as Input.Elements).elements.associate { entry ->
            fun text(name: String) = ((entry as Input.Members)[name] as Input.Text).text
            text("code") to text("tier")
        }
        expect(Code.entries.associate { it.text to it.tier.text }, listed)
    }

    @Test
    fun `Each error has the parameters that errors of the specification lists for its code, with those types, in order`() {
        val bytes = File("../../spec/errors.json").readBytes()
        val table = JSONParser.parse(bytes, 0, bytes.size).value as Input.Members
        val samples = samples()
        expect(samples.map { it.code }.toSet(), Code.entries.toSet())
        for (entry in (table["errors"] as Input.Elements).elements.map { it as Input.Members }) {
            val code = (entry["code"] as Input.Text).text
            val listed = (entry["params"] as Input.Elements).elements.map { it as Input.Members }
            val types = listed.associate { (it["name"] as Input.Text).text to (it["type"] as Input.Text).text }
            val required = listed.filter { it["optional"] != Input.Truth(true) }.map { (it["name"] as Input.Text).text }
            for (error in samples.filter { it.code.text == code }) {
                val names = error.params.map { it.name }
                expect(names, names.sorted())
                expect(names.containsAll(required) && types.keys.containsAll(names), true)
                for (parameter in error.params) {
                    expect(types[parameter.name], if (parameter is DomainError.Parameter.Text) "text" else "integer")
                }
            }
        }
    }
}
