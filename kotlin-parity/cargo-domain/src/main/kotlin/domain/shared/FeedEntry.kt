package io.github.cargokit.domain.shared

/** An entry of the outbox: a domain event, or a placeholder for one that can't be read (REP-3, REP-5). */
public sealed interface FeedEntry {
    /** The 1-based position in the store. */
    public val sequence: Long

    /** The event's id; null if it can't be read. */
    public val eventId: String?

    /** An event, with its sequence number. */
    public data class Event(public val event: DomainEvent) : FeedEntry {
        override val sequence: Long get() = event.sequence
        override val eventId: String get() = event.eventId
    }
}

/**
 * A stored event that can't be read, because its record is damaged or because this version of the kit doesn't know its
 * type.
 */
public data class UnreadableEvent(
    override val sequence: Long,
    override val eventId: String? = null,
    /** The aggregate that raised the event, such as `Cargo:ABC123`, if it can be read. */
    public val aggregate: String? = null,
    /** Why the event can't be read: a `corrupt_record` error. */
    public val error: DomainError,
) : FeedEntry

/**
 * Returns the events before the first entry that can't be read. Fails with its error if that is the very first entry.
 */
@InternalCargoKitApi
public fun List<FeedEntry>.readableEvents(): Result<List<DomainEvent>> {
    val events = ArrayList<DomainEvent>()
    for (entry in this) when (entry) {
        is FeedEntry.Event -> events += entry.event
        is UnreadableEvent -> return if (events.isEmpty()) Result.Failure(entry.error) else Result.Success(events)
    }
    return Result.Success(events)
}
