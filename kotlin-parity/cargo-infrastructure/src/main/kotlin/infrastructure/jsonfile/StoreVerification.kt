package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.jsonfile.StoreFinding.Problem

/** Checks a whole store without changing it. */
internal class StoreVerification(private val journal: Journal) {
    private val directory get() = journal.directory

    /** Returns everything that is wrong: problems of the files first, then records without a valid aggregate. */
    fun findings(): List<StoreFinding> {
        journal.refresh()
        val findings = StoreFailure.catching { journal.holdingWritersOff { journal.refresh(); brokenFiles() } }.let {
            when (it) {
                is Result.Success -> it.value
                is Result.Failure -> {
                    if (it.error.code != Code.CORRUPT_RECORD) throw StoreFailure(it.error)
                    listOf(StoreFinding(Problem.MANIFEST, StoreDirectory.MANIFEST, detail = it.error.cause.orEmpty()))
                }
            }
        }
        val known = findings.mapNotNull { it.record }.toSet()
        return findings + brokenDocuments().filter { it.record !in known }
    }

    private fun brokenDocuments(): List<StoreFinding> {
        journal.refresh()
        return RecordKind.ALL.flatMap { kind ->
            journal.index.ids(kind).toList().mapNotNull { id ->
                when (val read = StoreFailure.catching { read(kind, id) }) {
                    is Result.Success -> null
                    is Result.Failure -> {
                        val code = read.error.code
                        if (code != Code.CORRUPT_RECORD && code != Code.STORE_SCHEMA_UNSUPPORTED) {
                            throw StoreFailure(read.error)
                        }
                        val place = brokenPlace(kind, id)
                        StoreFinding(
                            Problem.DOCUMENT,
                            JournalManifest.segmentName(place.segment),
                            place.offset,
                            "${kind.name} $id",
                            read.error.toString(),
                        )
                    }
                }
            }
        }
    }

    /**
     * Returns the location of the record that makes an id unreadable: its newest remaining record or, for a history,
     * the first broken one.
     */
    private fun brokenPlace(kind: RecordKind, id: String): RecordLocation {
        val entry = checkNotNull(journal.index.entryOf(kind, id)) { "a finding is about an id of the index" }
        val newest = entry.locations.lastOrNull()
            ?: return checkNotNull(entry.damage).let { RecordLocation(it.segment, it.start, 0) }
        if (!kind.isChained) return newest
        var lost: RecordLocation? = null
        // A compaction may have dropped the first ones.
        var next = if (journal.index.mayBeginLate) null else 1L
        for (location in entry.locations) {
            val link = StoreFailure.catching {
                journal.link(kind, id, next, location)
                    .also { if (it.hasDocument && !it.header.isRemoved) StoredAggregates.checkHandling(it) }
            }
            if (link !is Result.Success) return location
            next = link.value.header.version + 1
            if (link.value.acceptsLosses || link.value.header.isRemoved) lost = null
            else if (!link.value.hasDocument) lost = location
        }
        return lost ?: newest
    }

    private fun read(kind: RecordKind, id: String) {
        when (kind) {
            RecordKind.CARGO -> journal.read(kind, id)?.let { StoredAggregates.cargo(it) }
            RecordKind.HANDLING -> journal.chain(kind, id).records.forEach { StoredAggregates.checkHandling(it) }
            RecordKind.VOYAGE -> journal.read(kind, id)?.let { StoredAggregates.voyage(it) }
            RecordKind.LOCATION -> journal.read(kind, id)?.let { StoredAggregates.location(it) }
            RecordKind.BOOKING_KEY -> journal.read(kind, id)?.let { StoredAggregates.reservation(it) }
            else -> error("$kind is none of those that are read")
        }
    }

    /** Reads all files again and returns what is wrong with them, ordered by file. Call it while no process writes. */
    fun brokenFiles(): List<StoreFinding> {
        val manifest = directory.readManifest()?.manifest ?: return emptyList()
        val findings = ArrayList<StoreFinding>()
        val found = JournalIndex(manifest.trimmed)
        for (sealed in manifest.sealed) findings += inspect(sealed, found)
        val torn = directory.openSegment(manifest.active).use { file ->
            // Everything published was acknowledged or may have been. What follows belongs to saves in progress, or is
            // left over.
            SegmentScanner.scan(file, 0, journal.end, manifest.active, isSealed = true, found::take)
            SegmentScanner.scan(file, journal.end, file.size(), manifest.active, isSealed = false, found::take).torn
        }
        torn?.let {
            findings += tornTail(JournalManifest.segmentName(manifest.active), it, "bytes that were never acknowledged")
        }
        journal.recoveredTails.mapTo(findings) {
            tornTail(it.segment, it.range, "bytes that were never acknowledged, now ${it.quarantineFile}")
        }
        found.damage.mapTo(findings) { damage ->
            StoreFinding(
                if (damage.isOutOfOrder) Problem.ORDER else Problem.DAMAGE,
                JournalManifest.segmentName(damage.segment),
                damage.start,
                damage.header?.let { "${it.kind} ${it.id}" },
                "${damage.end - damage.start} bytes",
            )
        }
        return findings + missingEvents(found)
    }

    private fun tornTail(file: String, range: LongRange, detail: String) =
        StoreFinding(Problem.TORN_TAIL, file, range.first, detail = "${range.last + 1 - range.first} $detail")

    private fun inspect(sealed: JournalManifest.Sealed, found: JournalIndex): List<StoreFinding> {
        val name = JournalManifest.segmentName(sealed.number)
        val bytes = directory.openSegment(sealed.number).use { StoreDirectory.read(it, 0, sealed.length) }
        val summary = SegmentScanner.scan(bytes, 0, sealed.length, sealed.number, isSealed = true, found::take)
        return buildList {
            if (summary.count != sealed.count) {
                add(
                    StoreFinding(
                        Problem.DAMAGE,
                        name,
                        detail = "${summary.count} records; the manifest lists ${sealed.count}",
                    ),
                )
            }
            if (Checksum.of(bytes, 0, bytes.size) != sealed.checksum) {
                add(StoreFinding(Problem.DAMAGE, name, detail = "the checksum is wrong"))
            }
        }
    }

    private fun missingEvents(found: JournalIndex): List<StoreFinding> {
        var next = found.firstSequence
        return found.outbox.mapNotNull { run ->
            val expected = next
            next = run.lastSequence + 1
            if (run.firstSequence == expected) null else StoreFinding(
                Problem.EVENTS,
                JournalManifest.segmentName(run.location.segment),
                run.location.offset,
                detail = "events $expected to ${run.firstSequence - 1} are missing",
            )
        }
    }
}
