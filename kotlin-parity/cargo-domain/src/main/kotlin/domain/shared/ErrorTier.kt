package io.github.cargokit.domain.shared

/** Who can fix a failure. */
public enum class ErrorTier(public val text: String) {
    /** The caller, by sending different input. */
    VALIDATION("validation"),

    /** The business: a domain rule refused the operation. */
    DOMAIN("domain"),

    /** The operator: storage, the network or a broken record failed. */
    TECHNICAL("technical"),
}
