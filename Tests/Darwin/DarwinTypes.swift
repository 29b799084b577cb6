// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The types and constants of Darwin that differ from Glibc's, as far as the sources use them. They are a module of their own because Swift doesn't accept
// a type and a function of the same name, such as `stat`, in one module.

public typealias dev_t = Int32
public typealias ino_t = UInt64
public typealias mode_t = UInt16
public typealias nfds_t = UInt32
public typealias nlink_t = UInt16
public typealias off_t = Int64
public typealias rlim_t = UInt64
public typealias sig_t = @convention(c) (Int32) -> Void
public typealias sigset_t = UInt32
public typealias time_t = Int

public struct clockid_t: Sendable {}
public let CLOCK_REALTIME = clockid_t()
public let CLOCK_MONOTONIC = clockid_t()

public struct timespec {
    public var tv_sec: time_t = 0
    public var tv_nsec = 0
    public init() {}
    public init(tv_sec: time_t, tv_nsec: Int) {}
}

public struct stat {
    public var st_dev: dev_t = 0
    public var st_mode: mode_t = 0
    public var st_nlink: nlink_t = 0
    public var st_ino: ino_t = 0
    public var st_mtimespec = timespec()
    public var st_size: off_t = 0
    public init() {}
}

public let S_IFMT: mode_t = 0o170000
public let S_IFDIR: mode_t = 0o040000
public let S_IFREG: mode_t = 0o100000

public struct statfs {
    public var f_flags: UInt32 = 0
    public init() {}
}

public let MNT_LOCAL: Int32 = 0x1000

public struct DIR {}
public struct dirent {
    // Darwin's has 1024 elements.
    public var d_name: (CChar, CChar) = (0, 0)
}

public struct flock {
    public var l_type: Int16 = 0
    public var l_whence: Int16 = 0
    public init() {}
}

public let F_FULLFSYNC: Int32 = 51

public struct pollfd {
    public var revents: Int16 = 0
    public init(fd: Int32, events: Int16, revents: Int16) {}
}

public struct rlimit {
    public var rlim_cur: rlim_t = 0
    public var rlim_max: rlim_t = 0
    public init() {}
}

public let RLIMIT_NOFILE: Int32 = 8
public let _SC_NPROCESSORS_ONLN: Int32 = 58

public struct __sigaction_u {
    public var __sa_handler: sig_t!
}

public struct sigaction {
    public var __sigaction_u = DarwinTypes.__sigaction_u()
    public var sa_flags: Int32 = 0
    public init() {}
}

public var SIG_IGN: sig_t { fatalError() }
