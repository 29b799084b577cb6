extension DomainError {
    /// The facts and English texts of an error code, as `spec/errors.json` lists them; translations start from its texts.
    package struct Entry: Sendable {
        /// Who can fix the failure.
        package let tier: ErrorTier
        /// The exit status of a command that fails with the code.
        package let exit: Int32
        /// The status of a response that fails with the code.
        package let status: Int
        /// A summary that is the same for every error with the code.
        package let title: String
        /// What went wrong, as a `MessagePattern` over the error's parameters and the fields of the request.
        package let detail: String
        /// What to do about it on any surface; nil if that depends on the surface, or if there is nothing to do.
        package let advice: String?

        init(_ tier: ErrorTier, exit: Int32, status: Int, title: String, detail: String, advice: String? = nil) {
            self.tier = tier
            self.exit = exit
            self.status = status
            self.title = title
            self.detail = detail
            self.advice = advice
        }
    }
}

extension DomainError.Code: CustomStringConvertible {
    /// The code as it is on the wire, such as `cargo_not_found`.
    public var description: String { rawValue }

    /// Who can fix a failure with this code.
    public var tier: ErrorTier { entry.tier }

    /// A summary for people, the same for every failure with this code: the `title` of a problem document (RFC 9457).
    public var title: String { entry.title }
}
