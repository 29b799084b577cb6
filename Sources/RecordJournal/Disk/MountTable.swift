#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The mounted file systems on Linux, from `/proc/self/mountinfo`, which is more specific than the type numbers of `statfs`.
struct MountTable {
    /// File systems that other machines, or a virtual machine's host and guests, also write to.
    ///
    /// Locks and syncs on them may not reach the disk, or not before others look.
    static let remoteTypes: Set<String> = [
        // Network protocols
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncp", "ncpfs", "afs", "coda", "9p",
        // Cluster file systems
        "ceph", "lustre", "gpfs", "glusterfs", "beegfs", "orangefs", "pvfs2", "panfs", "wekafs",
        // Disks mounted by several machines
        "ocfs2", "gfs2", "acfs", "cvfs",
        // Directories shared between a virtual machine and its host
        "virtiofs", "vboxsf", "vmhgfs", "prl_fs", "fakeowner",
        // The same, through FUSE
        "fuse.afpfs", "fuse.beegfs", "fuse.blobfuse", "fuse.blobfuse2", "fuse.ceph-fuse", "fuse.cephfs", "fuse.curlftpfs", "fuse.davfs",
        "fuse.gcsfuse", "fuse.glusterfs", "fuse.goofys", "fuse.grpcfuse", "fuse.hdfs", "fuse.juicefs", "fuse.moosefs", "fuse.mfs",
        "fuse.mount-s3", "fuse.osxfs", "fuse.prl_fsd", "fuse.rclone", "fuse.s3fs", "fuse.seaweedfs", "fuse.smbnetfs", "fuse.sshfs",
        "fuse.vmhgfs-fuse",
    ]

    private let text: String

    /// Reads the table.
    ///
    /// It is empty if the system doesn't provide one.
    init(_ fileSystem: some FileSystem) throws(SystemError) {
        do throws(SystemError) {
            let file = try fileSystem.open("/proc/self/mountinfo", .read)
            text = String(decoding: try fileSystem.bytes(of: file, in: 0..<1 << 18), as: UTF8.self)
        } catch {
            guard error.isMissing || error.number == EACCES else { throw error }
            text = ""
        }
    }

    init(text: String) { self.text = text }

    /// Whether a device, as numbered by `stat`, holds a network file system.
    ///
    /// A line of the table looks like `36 35 98:0 /root /mount options shared:1 - type source options`.
    func isRemote(device: UInt64) -> Bool {
        let major = device >> 8 & 0xFFF | device >> 32 & 0xFFFF_F000
        let minor = device & 0xFF | device >> 12 & 0xFFFF_FF00
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 6, fields[2] == "\(major):\(minor)", let dash = fields[6...].firstIndex(of: "-"), dash + 1 < fields.count
            else { continue }
            return Self.remoteTypes.contains(String(fields[dash + 1]))
        }
        return false
    }
}
#endif
