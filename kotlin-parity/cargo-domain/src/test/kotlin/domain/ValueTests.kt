package io.github.cargokit.domain

import io.github.cargokit.domain.cargo.ArchiveName
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.EventActor
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.compareScalarsTo
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.testing.code
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.port
import io.github.cargokit.testing.value
import io.github.cargokit.testing.voyage
import org.junit.jupiter.api.Test

internal class ValueTests {
    @Test
    fun `VAL-ID-1 - a tracking id has 3 to 36 characters of A-Z 0-9 - and no hyphen at either end`() {
        for (good in listOf("ABC", "A-B", "000", "A" + "-".repeat(34) + "Z")) {
            expect(TrackingId.parse(good).value.text, good)
        }
        for (bad in listOf("", "AB", "A".repeat(37), "-AB", "AB-", "abc", "ABC ", "ABC\n", "ÄBC", "AB٣", "ＡＢＣ")) {
            expect(TrackingId.parse(bad).error, DomainError.invalid(DomainError.Code.TRACKING_ID_INVALID, bad))
        }
    }

    @Test
    fun `VAL-ID-2 - random bits are encoded as 12 characters of Crockford's Base32`() {
        expect(TrackingId.ofRandomBits(0).text, "000000000000")
        expect(TrackingId.ofRandomBits(-1).text, "ZZZZZZZZZZZZ")
        expect(TrackingId.ofRandomBits(33).text, "000000000011")
    }

    @Test
    fun `VAL-ID-3 - customer ids and voyage numbers start with a letter or digit and keep their case`() {
        for (good in listOf("a", "Z9", "a-_.", "x".repeat(36))) {
            expect(CustomerId.parse(good).value.text, good)
            expect(VoyageNumber.parse(good).value.text, good)
        }
        for (bad in listOf("", "-a", "_a", ".a", "x".repeat(37), "a b", "ı", "a\u0000")) {
            expect(CustomerId.parse(bad).code, "customer_id_invalid")
            expect(VoyageNumber.parse(bad).code, "voyage_number_invalid")
        }
    }

    @Test
    fun `VAL-ID-4 - an archive's name has 1 to 100 characters, starts with a letter or digit and keeps its case`() {
        for (good in listOf("a", "2026-01", "Z9-a_.", "x".repeat(100))) expect(ArchiveName.parse(good).value.text, good)
        for (bad in listOf("", "-a", "_a", ".a", "x".repeat(101), "a b", "a/b", "\u0131", "a\u0000")) {
            expect(ArchiveName.parse(bad).error, DomainError.invalid(DomainError.Code.ARCHIVE_NAME_INVALID, bad))
        }
    }

    @Test
    fun `REP-3 - an actor is a kind, a colon and a name of printable ASCII`() {
        val longest = "a:" + "x".repeat(398)
        for (good in listOf("a:b", "token:ops", "person:a \"b\" \\", "customer:ACME:x", "x:::", "cli: ", longest)) {
            expect(EventActor.parse(good)?.text, good)
        }
        val bad = listOf(
            "", "a", ":", "a:", ":b", "A:b", "a1:b", "a b:c", "a:\n", "a:\u0000", "a:é", "é:a", "a:\u202Eb",
            longest + "x",
        )
        for (text in bad) expect(EventActor.parse(text), null)
    }

    @Test
    fun `VAL-LOC-1 - a location code folds ASCII case only and allows digits 2 to 9 in its last three characters`() {
        expect(UnLocode.parse("sesto").value.text, "SESTO")
        expect(UnLocode.parse("us2z9").value.text, "US2Z9")
        for (bad in listOf("", "SEST", "SESTOO", "S2STO", "SEST1", "SEST0", "ſesto", "SESTı", "se sto")) {
            expect(UnLocode.parse(bad).code, "un_locode_invalid")
        }
    }

    @Test
    fun `VAL-TXT-2 - a reason has 1 to 200 scalars, no control characters, and isn't only white space`() {
        for (good in listOf("x", " double scan ", "\uD83D\uDE00".repeat(200))) {
            expect(Reason.parse(good).value.text, good)
        }
        for (bad in listOf("", " \u2003", "a\nb", "\u0085", "\uD83D\uDE00".repeat(201), "\uD83D")) {
            expect(Reason.parse(bad).error, DomainError.invalid(DomainError.Code.REASON_INVALID, bad))
        }
    }

    @Test
    fun `REF-1 - a reference is what its type says`() {
        val good = listOf(
            ReferenceType.CONTAINER to listOf("CSQU3054383", "MSKU1234565", "APZU4812090"),
            ReferenceType.BILL_OF_LADING to listOf("7", "!~", "a  B/3", "A".repeat(20)),
            ReferenceType.BOOKING to listOf("A".repeat(35)),
            ReferenceType.EQUIPMENT to listOf("7", "BOX  7/1", "A".repeat(15)),
            ReferenceType.CUSTOMER to listOf(" 17 ", "\uD83D\uDE00".repeat(100)),
        )
        val bad = listOf(
            ReferenceType.CONTAINER to listOf(
                "CSQU3054384", "CSQU3504383", "csqu3054383", "CSQU 305438 3", "CSQU305438", "CSQU30543833",
                "CSQ13054383", "CSQU305438A", "CSQU305438\u0663", "\uFF23SQU3054383", "",
            ),
            ReferenceType.BILL_OF_LADING to listOf("", " ", " A", "A ", "A\u007F", "A\tB", "\u00DC", "A".repeat(21)),
            ReferenceType.BOOKING to listOf("A".repeat(36)),
            ReferenceType.EQUIPMENT to listOf("", " A", "A ", "\u00DC", "A".repeat(16)),
            ReferenceType.CUSTOMER to listOf("", " \u3000", "17\n", "\u0085", "x".repeat(101), "\uD83D"),
        )
        for ((type, values) in good) for (value in values) expect(CargoReference.create(type, value).value.value, value)
        for ((type, values) in bad) for (value in values) {
            expect(
                CargoReference.create(type, value).error,
                DomainError.invalid(DomainError.Code.REFERENCE_INVALID, value),
            )
        }
        expect(ReferenceType.parse("BOOKING").value, ReferenceType.BOOKING)
        for (text in listOf("", "booking", "INVOICE")) expect(ReferenceType.parse(text).code, "reference_type_invalid")
    }

    @Test
    fun `VAL-LOC-2 - a name has 1 to 200 scalars, no control characters, and isn't only white space`() {
        for (good in listOf("x", "\uD83D\uDE00".repeat(200), " x ", "\u200B")) {
            expect(LocationName.parse(good).value.text, good)
        }
        val bad =
            listOf("", "x".repeat(201), "a\u0000", "a\u007F", "a\u009F", " ", "\u00A0\u3000\u2028", "\uD83D", "\u0085")
        for (text in bad) expect(LocationName.parse(text).code, "location_name_invalid")
    }

    @Test
    fun `VAL-LOC-2 - the code identifies a location`() {
        val port = Location(port("SESTO"), LocationName.parse("Stockholm").value)
        expect(port.isSameLocation(Location(port("SESTO"), LocationName.parse("Holmia").value)), true)
        expect(port.isSameLocation(Location(port("SEGOT"), port.name)), false)
    }

    @Test
    fun `VAL-TXT-1 - composed and decomposed letters make different names, and names sort by scalars`() {
        expect(LocationName.parse("Go\u0308teborg") == LocationName.parse("G\u00F6teborg"), false)
        expect("\uFF5E".compareScalarsTo("\uD83D\uDE00") < 0, true)
        expect("\uD83D\uDE00".compareScalarsTo("\uFF5E") > 0, true)
        expect("a".compareScalarsTo("ab") < 0, true)
        expect(LocationName.parse("\uFF5E").value < LocationName.parse("\uD83D\uDE00").value, true)
    }

    @Test
    fun `VAL-TIME-1 - instants are between 1970 and the end of 9999`() {
        expect(Instant.of(0).value, Instant.EARLIEST)
        expect(Instant.of(253_402_300_799_999).value, Instant.LATEST)
        expect(Instant.of(-1).code, "instant_out_of_range")
        expect(Instant.of(253_402_300_800_000).code, "instant_out_of_range")
        expect(Instant.LATEST.advancedBy(Long.MAX_VALUE).code, "instant_out_of_range")
    }

    @Test
    fun `VAL-TIME-2, VAL-TIME-3 - an instant is parsed leniently and written canonically`() {
        val spellings = mapOf(
            "2026-01-01T00:00:00Z" to "2026-01-01T00:00:00.000Z",
            "2026-01-01T00:00:00.9999Z" to "2026-01-01T00:00:00.999Z",
            "2026-01-01T00:00:00.1Z" to "2026-01-01T00:00:00.100Z",
            "2026-01-01T00:00:00.123456789+18:00" to "2025-12-31T06:00:00.123Z",
            "2026-01-01T00:00:00-18:00" to "2026-01-01T18:00:00.000Z",
            "2024-02-29T23:59:59+00:00" to "2024-02-29T23:59:59.000Z",
            "2000-02-29T00:00:00Z" to "2000-02-29T00:00:00.000Z",
            "9999-12-31T23:59:59.999999999Z" to "9999-12-31T23:59:59.999Z",
            "1970-01-01T00:00:00Z" to "1970-01-01T00:00:00.000Z",
        )
        for ((given, canonical) in spellings) expect(Instant.parse(given).value.toString(), canonical)
        val bad = listOf(
            "", "2026-01-01", "2026-01-01T00:00Z", "2026-01-01t00:00:00Z", "2026-01-01T00:00:00z",
            "2026-01-01T00:00:00", "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
            "2026-04-31T00:00:00Z", "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.1234567890Z",
            "2026-01-01T00:00:00-00:00",
            "2026-01-01T00:00:00+18:01", "2026-01-01T00:00:00+19:00", "2026-01-01T00:00:00+01:60",
            "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00ZZ",
            " 2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z\n", "٢٠٢٦-01-01T00:00:00Z", "2026-01-01T00:00:00,1Z",
            "+2026-01-01T00:00:00Z", "2026-01-01T00:00:00+1:00",
        )
        for (text in bad) expect(Instant.parse(text).error, DomainError.invalid(DomainError.Code.INSTANT_INVALID, text))
        val outside = listOf(
            "1969-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "1970-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
        )
        for (text in outside) {
            expect(Instant.parse(text).error, DomainError.invalid(DomainError.Code.INSTANT_OUT_OF_RANGE, text))
        }
    }

    @Test
    fun `Canonical instants survive a round trip, every 37 days and an hour`() {
        var milliseconds = 0L
        while (milliseconds < 253_402_300_799_999L) {
            val instant = Instant.of(milliseconds).value
            expect(Instant.parse(instant.toString()).value, instant)
            expect(
                java.time.Instant.ofEpochMilli(milliseconds).atOffset(
                    java.time.ZoneOffset.UTC,
                ).year.toString().padStart(4, '0'),
                instant.toString().take(4),
            )
            milliseconds += 37 * 86_400_000L + 3_600_001
        }
    }
}
