package cargo.infrastructure.jsoncodec

import cargo.application.input.Input
import cargo.domain.shared.Result
import cargo.domain.shared.map

/** The canonical JSON text of a value: each value has exactly one. */
object CanonicalJSON {
    /** Returns the canonical form of a JSON text. Fails with `json_invalid`, `integer_out_of_range`. */
    fun canonicalize(text: String): Result<String> = JSONParser.parse(text).map(::text)

    /** Returns the canonical JSON of a tree. */
    fun text(value: Input): String = JSONWriter().apply { input(value) }.toString()
}
