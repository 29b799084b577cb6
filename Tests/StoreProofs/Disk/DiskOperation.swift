#if DEBUG || STORE_PROOFS
/// One operation of an engine on a simulated disk, whose effect a crash may keep or undo.
enum DiskOperation: Sendable {
    case create(String, file: UInt64)
    case write(file: UInt64, offset: Int, bytes: [UInt8])
    case truncate(file: UInt64, length: Int)
    /// A file's bytes and length are on disk.
    case sync(file: UInt64)
    /// A sync failed. What wasn't on disk may never get there, whatever later syncs report.
    case failedSync(file: UInt64)
    case syncDirectory(String)
    case rename(String, to: String, file: UInt64)
    case remove(String)
    case makeDirectory(String)
    /// Not an operation of the engine: from here on the store must contain one of the worlds in this entry of the session's list.
    case permit(Int)
}
#endif
