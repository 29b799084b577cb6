package cargo.domain.shared

/** Who can mend a failure. */
enum class ErrorTier(val text: String) {
    /** Whoever sent the input. */
    VALIDATION("validation"),

    /** Whoever chose the operation: a rule of the business says no. */
    DOMAIN("domain"),

    /** Whoever runs the system. */
    TECHNICAL("technical"),
}
