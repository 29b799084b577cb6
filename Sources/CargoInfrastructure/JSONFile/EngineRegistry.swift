import Synchronization

/// The engines of this process, by the device and file number of their directory.
///
/// Sharing saves work; it is not needed for safety, since engines of one process keep out of each other's way as those of two do.
enum EngineRegistry {
    private struct Member: Sendable {
        weak var engine: JournalEngine?
    }

    private struct State {
        var members: [FileStatus.Identity: [Member]] = [:]

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
}

extension JournalEngine {
    fileprivate func isEqual(toOneWith kinds: [RecordKind], _ options: JournalOptions) -> Bool {
        kinds == self.kinds && options.durability == self.options.durability && options.lockTimeLimit == self.options.lockTimeLimit
            && options.writesMarks == self.options.writesMarks
    }
}
