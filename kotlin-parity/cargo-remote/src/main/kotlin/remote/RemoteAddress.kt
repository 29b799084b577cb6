package io.github.cargokit.remote

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainError.FieldError
import io.github.cargokit.domain.shared.Result
import java.net.URI
import java.net.URISyntaxException

/** Checks the address and token of a service. */
internal object RemoteAddress {
    /** Returns the address without trailing slashes. Fails with `validation_failed` for the field `url`. */
    fun base(url: String): Result<String> {
        val uri = try {
            URI(url)
        } catch (_: URISyntaxException) {
            return invalid("url")
        }
        val isAddress = uri.scheme?.lowercase() in setOf("http", "https") && !uri.host.isNullOrEmpty() &&
            // A password in an address would end up in logs and shell histories.
            uri.rawUserInfo == null && uri.rawQuery == null && uri.rawFragment == null &&
                url.all { it.code in 0x21..0x7E }
        return if (isAddress) Result.Success(url.trimEnd('/')) else invalid("url")
    }

    /**
     * Returns the token if it contains only characters allowed in a token. Fails with `validation_failed` for the field
     * `token`.
     */
    fun token(text: String?): Result<String?> =
        if (text == null || (text.isNotEmpty() && text.all { it.code in 0x21..0x7E })) Result.Success(text)
        else invalid("token")

    private fun invalid(field: String) =
        Result.Failure(DomainError.validationFailed(listOf(FieldError(field, Code.SHAPE_INVALID))))
}
