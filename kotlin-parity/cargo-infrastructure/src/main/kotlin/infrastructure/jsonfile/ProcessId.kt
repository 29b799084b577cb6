package io.github.cargokit.infrastructure.jsonfile

import java.io.IOException
import java.nio.file.Path

/** The id of this process, for messages. */
internal object ProcessId {
    /** The id, or `unknown` on a system that doesn't tell it. */
    val current: String by lazy { of({ ProcessHandle.current().pid() }, Path.of("/proc/self")) }

    /** Asks Java, or the system if Java has no `ProcessHandle`, as on Android. */
    fun of(handle: () -> Long, link: Path): String = try {
        handle().toString()
    } catch (_: LinkageError) {
        try {
            link.toRealPath().fileName.toString().takeIf { name -> name.all { it in '0'..'9' } } ?: UNKNOWN
        } catch (_: IOException) {
            UNKNOWN
        }
    }

    private const val UNKNOWN = "unknown"
}
