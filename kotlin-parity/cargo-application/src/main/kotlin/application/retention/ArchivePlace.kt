package io.github.cargokit.application.retention

import io.github.cargokit.domain.cargo.ArchiveName
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map

/** Where a cargo is that was removed from a store. */
@ConsistentCopyVisibility
public data class ArchivePlace private constructor(
    /** The archive. */
    val archive: ArchiveName,
    /** The offset in the archive's file at which its part with the cargo begins, in bytes. */
    val offset: Long,
) {
    public companion object {
        /** Creates a place. Fails with `integer_out_of_range` if the offset is negative or above 2^53−1. */
        public fun create(archive: ArchiveName, offset: Long): Result<ArchivePlace> =
            Version.check(offset).map { ArchivePlace(archive, it) }
    }
}
