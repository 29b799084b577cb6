package io.github.cargokit.infrastructure.jsonfile

import java.nio.file.Path

/** A torn tail that was moved to `quarantine/`: bytes of saves that were never acknowledged. */
public data class RecoveredTail(
    /** The file name of the segment. */
    val segment: String,
    /** The range of the bytes in the segment. */
    val range: LongRange,
    /** The file that now holds the bytes. */
    val quarantineFile: Path,
)
