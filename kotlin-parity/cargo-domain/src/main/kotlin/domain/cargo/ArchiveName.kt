package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Identifier
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.invalid
import kotlin.jvm.JvmInline

/**
 * The name of an archive of cargos, which is the name of its file without the extension.
 *
 * 1 to 100 ASCII characters out of `A-Z a-z 0-9 - _ .`; the first is a letter or a digit. Case-sensitive. Rule
 * VAL-ID-4.
 */
@JvmInline
public value class ArchiveName private constructor(
    /** The text as given. */
    public val text: String,
) {
    override fun toString(): String = text

    public companion object {
        /** Parses a name. Fails with `archive_name_invalid`, with the text as given. */
        public fun parse(text: String): Result<ArchiveName> =
            if (Identifier.isValid(text, limit = 100)) Result.Success(ArchiveName(text))
            else invalid(DomainError.Code.ARCHIVE_NAME_INVALID, text)
    }
}
