package cargo.infrastructure.jsoncodec

import cargo.application.input.Input
import cargo.domain.shared.Result
import cargo.domain.shared.map

/** The one spelling that each value has as JSON. */
object CanonicalJSON {
    /** The canonical spelling of a JSON text. Fails with `json_invalid`, `integer_out_of_range`. */
    fun canonicalize(text: String): Result<String> = JSONParser.parse(text).map(::text)

    /** The canonical spelling of a tree. */
    fun text(value: Input): String = JSONWriter().apply { input(value) }.toString()
}
