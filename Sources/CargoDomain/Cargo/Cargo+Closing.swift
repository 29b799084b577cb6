extension Cargo {
    /// For how many days nothing must have happened to a cargo before it is closed, unless somebody chooses otherwise (CRG-17).
    public static let daysUntilClosed: Int64 = 90

    /// When the last thing happened to a claimed or cancelled cargo; `nil` for any other (CRG-17).
    ///
    /// That is the cancellation, or the registration of the last registered event, whichever is later.
    /// - Parameter history: the whole handling history.
    public func endedAt(after history: HandlingHistory) -> Instant? {
        guard isCancelled || delivery.transportStatus == .claimed else { return nil }
        let registrations = history.events.map(\.registrationTime)
        return (registrations + [cancellation?.at, delivery.lastHandled?.completionTime].compactMap(\.self)).max()
    }

    /// Returns whether the cargo is closed: claimed or cancelled, and nothing has happened to it for so many days (CRG-17).
    ///
    /// A late event, or the retraction of the claim, opens it again.
    /// - Parameters:
    ///   - now: the present time.
    ///   - history: the whole handling history.
    ///   - days: how many days of 24 hours; by default 90.
    public func isClosed(at now: Instant, after history: HandlingHistory, days: Int64 = daysUntilClosed) -> Bool {
        guard let end = endedAt(after: history), let quiet = now.wholeDays(since: end) else { return false }
        return quiet >= days
    }

    /// Returns the cargo as it goes into an archive, and raises `CargoArchived` (CRG-17).
    /// - Parameters:
    ///   - archive: the archive that holds the cargo from now on.
    ///   - now: the present time.
    ///   - history: the whole handling history.
    ///   - days: how many days nothing must have happened.
    /// - Throws: `cargo_not_closed`; `handling_of_other_cargo` if the history belongs to another cargo.
    public func archived(
        in archive: ArchiveName,
        at now: Instant,
        after history: HandlingHistory,
        days: Int64 = daysUntilClosed
    ) throws(DomainError) -> Cargo {
        guard history.trackingId == trackingId else { throw .rule(.handlingOfOtherCargo) }
        guard isClosed(at: now, after: history, days: days) else { throw .rule(.cargoNotClosed) }
        return raising([.cargoArchived(archive: archive)])
    }

    /// Returns the cargo with everything that says something of its customer replaced, and raises `CustomerErased` (CRG-18).
    ///
    /// The customer's id becomes the pseudonym, the references go, and the reasons of the cancellation and the holds become `ERASED`. What
    /// happened to the cargo where and when stays. A cargo of the pseudonym stays as it is (CRG-0).
    /// - Parameter pseudonym: the id to put in the customer's place.
    public func erasingCustomer(as pseudonym: CustomerId) -> Cargo {
        guard customerId != pseudonym else { return self }
        return with(customerId: pseudonym) { erased in
            erased.references = []
            erased.cancellation = erased.cancellation.map { Cancellation(at: $0.at, reason: .erased) }
            erased.holds = erased.holds.map { Hold(type: $0.type, reason: .erased, at: $0.at) }
        }.raising([.customerErased(customerId: pseudonym)])
    }
}

/// The name of an archive of cargos, which is the name of its file without the extension (VAL-ID-4).
///
/// 1 to 100 ASCII characters out of `A-Z a-z 0-9 - _ .`; the first is a letter or a digit. Case-sensitive.
public struct ArchiveName: Hashable, Sendable {
    /// The text as given.
    public let text: String

    /// Parses a name.
    /// - Throws: `archive_name_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard Identifier.isValid(text.utf8, upTo: 100) else { throw .invalid(.archiveNameInvalid, text: text) }
        self.text = text
    }
}

extension ArchiveName: CustomStringConvertible {
    /// The name's text.
    public var description: String { text }
}
