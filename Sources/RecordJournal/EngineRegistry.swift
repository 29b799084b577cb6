import Synchronization

/// The engines of this process, keyed by the device and file number of their directory.
///
/// Sharing an engine saves work but isn't needed for safety: two engines in one process exclude each other just as engines in two processes
/// do.
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

    static func engine(for identity: FileStatus.Identity, kinds: [JournalKind], options: JournalOptions) -> JournalEngine? {
        state.withLock { state in
            state.members[identity]?.lazy.compactMap(\.engine).first { $0.isEqual(toOneWith: kinds, options) && $0.share() }
        }
    }

    /// Registers an engine.
    ///
    /// If an equal one is already registered, returns that one instead.
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

    /// Registers an engine that has just created its directory.
    static func add(_ engine: JournalEngine, as identity: FileStatus.Identity) {
        state.withLock { $0.add(engine, as: identity) }
    }
}

extension JournalEngine {
    fileprivate func isEqual(toOneWith kinds: [JournalKind], _ options: JournalOptions) -> Bool {
        kinds == self.kinds && options.durability == self.options.durability && options.lockTimeout == self.options.lockTimeout
            && options.writesMarks == self.options.writesMarks
    }
}
