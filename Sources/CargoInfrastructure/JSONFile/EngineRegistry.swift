import Synchronization

/// The engines of this process, by the device and file number of their directory.
///
/// Sharing saves work; it is not needed for safety, since engines of one process keep out of each other's way as those of two do.
enum EngineRegistry {
    private struct Member: Sendable {
        weak var engine: JournalEngine?
    }

    /// Failed saves that stand at the end of a segment and could not be cut off.
    struct FailedTail: Sendable {
        /// How many bytes tell the tail from what somebody else has put in its place: a record's checksum, and some more.
        static let beginningLength = 64

        let segment: UInt32
        let range: Range<Int>
        /// What the range begins with.
        ///
        /// A store that was put in the place of this one has something else there, though its files may have the same numbers.
        let beginning: [UInt8]
    }

    private struct State {
        var members: [FileStatus.Identity: [Member]] = [:]
        var failedTails: [FileStatus.Identity: FailedTail] = [:]

        mutating func add(_ engine: JournalEngine, as identity: FileStatus.Identity) {
            let isKnown = members[identity]?.contains { $0.engine === engine } ?? false
            if !isKnown { members[identity, default: []].append(Member(engine: engine)) }
        }
    }

    private static let state = Mutex(State())

    static func engine(for identity: FileStatus.Identity, kinds: [RecordKind], options: JournalOptions) -> JournalEngine? {
        state.withLock { state in
            state.members[identity]?.lazy.compactMap(\.engine).first { $0.isEqual(toOneWith: kinds, options) && $0.share() }
        }
    }

    /// Makes an engine known; returns the one that was there first, if there is one.
    static func register(_ engine: JournalEngine, as identity: FileStatus.Identity) -> JournalEngine {
        state.withLock { state in
            state.members = state.members.mapValues { $0.filter { $0.engine != nil } }.filter { !$0.value.isEmpty }
            let first = state.members[identity]?.lazy.compactMap(\.engine).first {
                $0 !== engine && $0.isEqual(toOneWith: engine.kinds, engine.options) && $0.share()
            }
            if let first { return first }
            state.add(engine, as: identity)
            return engine
        }
    }

    /// Makes an engine known that has just made its directory.
    static func add(_ engine: JournalEngine, as identity: FileStatus.Identity) {
        state.withLock { $0.add(engine, as: identity) }
    }

    static func forget(_ engine: JournalEngine) {
        state.withLock { state in
            for identity in state.members.keys { state.members[identity]?.removeAll { $0.engine === engine } }
        }
    }

    static func failedTail(of identity: FileStatus.Identity) -> FailedTail? { state.withLock { $0.failedTails[identity] } }

    static func setFailedTail(_ tail: FailedTail?, of identity: FileStatus.Identity) { state.withLock { $0.failedTails[identity] = tail } }
}

extension JournalEngine {
    fileprivate func isEqual(toOneWith kinds: [RecordKind], _ options: JournalOptions) -> Bool {
        kinds == self.kinds && options.durability == self.options.durability && options.lockTimeLimit == self.options.lockTimeLimit
            && options.writesMarks == self.options.writesMarks
    }
}
