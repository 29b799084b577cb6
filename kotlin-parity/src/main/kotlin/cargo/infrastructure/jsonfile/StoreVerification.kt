package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Result
import cargo.infrastructure.jsonfile.StoreFinding.Problem

/** Looks at the whole store, without changing anything. */
internal class StoreVerification(private val journal: Journal) {
    /** Whatever is wrong: the files first, then records that hold no valid aggregate. */
    fun findings(): List<StoreFinding> {
        val findings = StoreFailure.catching { journal.inspectFiles() }.let {
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
            journal.index.ids(kind).mapNotNull { id ->
                when (val read = StoreFailure.catching { read(kind, id) }) {
                    is Result.Success -> null
                    is Result.Failure -> {
                        val code = read.error.code
                        if (code != Code.CORRUPT_RECORD && code != Code.STORE_SCHEMA_UNSUPPORTED) throw StoreFailure(read.error)
                        StoreFinding(Problem.DOCUMENT, file = "", record = "${kind.name} $id", detail = read.error.toString())
                    }
                }
            }
        }
    }

    private fun read(kind: RecordKind, id: String) {
        when (kind) {
            RecordKind.CARGO -> journal.read(kind, id)?.let { StoredAggregates.cargo(it) }
            RecordKind.HANDLING -> journal.chain(kind, id).records.forEach { StoredAggregates.handlingEvent(it) }
            RecordKind.VOYAGE -> journal.read(kind, id)?.let { StoredAggregates.voyage(it) }
            RecordKind.LOCATION -> journal.read(kind, id)?.let { StoredAggregates.location(it) }
            RecordKind.BOOKING_KEY -> journal.read(kind, id)?.let { StoredAggregates.checkReservation(it) }
            else -> error("$kind is none of those that are read")
        }
    }
}
