/// What a repair did.
public struct RepairReport: Hashable, Sendable {
    /// Bytes that were taken out of the journal.
    public struct Removal: Hashable, Sendable {
        /// The segment's file name.
        public let file: String
        /// Where in it they stood, in bytes.
        public let offset: Int
        /// How many they are.
        public let length: Int
        /// Whose record it was, such as `cargo ABC123`, where that is known.
        public let record: String?
        /// The file in the store that holds them now.
        public let quarantineFile: String
    }

    /// What was taken out, in the order of the journal.
    public internal(set) var removals: [Removal] = []
    /// Records whose newest state is lost and that answer `corrupt_record`, such as `cargo ABC123`, in the order of kinds and ids.
    public internal(set) var lost: [String] = []
    /// Records that show an older state again, or go without what is lost, because that was asked for.
    public internal(set) var restored: [String] = []

    /// Whether nothing had to be done.
    public var isEmpty: Bool { removals.isEmpty && lost.isEmpty && restored.isEmpty }
}
