package io.github.cargokit.infrastructure.jsonfile

/** The parts of a store that is open for writing. */
internal class OpenStore(
    val directory: StoreDirectory,
    val locks: StoreLocks,
    val state: StateFile,
    val medium: Medium,
    /** How long to wait for another process, in milliseconds. */
    val timeLimit: Long,
)
