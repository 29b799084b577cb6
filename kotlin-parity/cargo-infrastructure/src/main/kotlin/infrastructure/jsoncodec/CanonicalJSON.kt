package io.github.cargokit.infrastructure.jsoncodec

import io.github.cargokit.application.input.Input
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map

/** The canonical JSON text of a value: each value has exactly one (JSON-1). */
public object CanonicalJSON {
    /** Returns the canonical form of a JSON text. Fails with `json_invalid`, `integer_out_of_range`. */
    public fun canonicalize(text: String): Result<String> = JSONParser.parse(text).map(::text)

    /** Returns the canonical JSON of a tree. */
    public fun text(value: Input): String = JSONWriter().apply { input(value) }.toString()
}
