package cargo.infrastructure.jsonfile

import java.nio.file.Path

/** A torn tail that was moved out of the way: bytes of saves that were never acknowledged. */
data class RecoveredTail(
    /** The segment's file name. */
    val segment: String,
    /** Where in the segment the bytes stood. */
    val range: LongRange,
    /** The file that holds them now. */
    val quarantineFile: Path,
)
