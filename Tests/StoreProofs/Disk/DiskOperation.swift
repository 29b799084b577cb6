#if DEBUG || STORE_PROOFS
/// What an engine did to a simulated disk, one step after the other: all that a crash may keep or take.
enum DiskOperation: Sendable {
    case create(String, file: UInt64)
    case write(file: UInt64, offset: Int, bytes: [UInt8])
    case truncate(file: UInt64, length: Int)
    /// A file's bytes and length are on the medium.
    case sync(file: UInt64)
    /// A sync was asked for and failed: what was not on the medium may never get there, whatever later syncs say.
    case failedSync(file: UInt64)
    case syncDirectory(String)
    case rename(String, to: String, file: UInt64)
    case remove(String)
    case makeDirectory(String)
    /// No step of the engine's: from here on the store must hold one of the worlds in this entry of the session's list.
    case permit(Int)
}
#endif
