// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions of Darwin that the sources use, and the constants that are Glibc's, too. Functions that differ are declared as Darwin's headers and Swift's
// overlay for them do.

@_exported import DarwinTypes
@_exported import func Glibc.access
@_exported import func Glibc.chdir
@_exported import func Glibc.close
@_exported import func Glibc.exit
@_exported import func Glibc._exit
@_exported import func Glibc.free
@_exported import func Glibc.fsync
@_exported import func Glibc.getcwd
@_exported import func Glibc.getenv
@_exported import func Glibc.getpid
@_exported import func Glibc.getpwuid
@_exported import func Glibc.getuid
@_exported import func Glibc.isatty
@_exported import func Glibc.madvise
@_exported import func Glibc.memchr
@_exported import func Glibc.memcmp
@_exported import func Glibc.memmove
@_exported import func Glibc.mkdtemp
@_exported import func Glibc.munmap
@_exported import func Glibc.pipe
@_exported import func Glibc.posix_memalign
@_exported import func Glibc.read
@_exported import func Glibc.rename
@_exported import func Glibc.renameat
@_exported import func Glibc.rmdir
@_exported import func Glibc.sched_yield
@_exported import func Glibc.strerror
@_exported import func Glibc.sysconf
@_exported import func Glibc.unlink
@_exported import func Glibc.unlinkat
@_exported import func Glibc.usleep
@_exported import func Glibc.write
@_exported import struct Glibc.linger
@_exported import struct Glibc.passwd
@_exported import var Glibc.errno
@_exported import var Glibc.EACCES
@_exported import var Glibc.EBADF
@_exported import var Glibc.EBUSY
@_exported import var Glibc.EDQUOT
@_exported import var Glibc.EEXIST
@_exported import var Glibc.EFBIG
@_exported import var Glibc.EILSEQ
@_exported import var Glibc.EINTR
@_exported import var Glibc.EINVAL
@_exported import var Glibc.EIO
@_exported import var Glibc.ENOENT
@_exported import var Glibc.ENOSPC
@_exported import var Glibc.ENOTDIR
@_exported import var Glibc.ENOTSUP
@_exported import var Glibc.ENOTTY
@_exported import var Glibc.EPERM
@_exported import var Glibc.EPIPE
@_exported import var Glibc.EROFS
@_exported import var Glibc.EWOULDBLOCK
@_exported import var Glibc.AT_SYMLINK_NOFOLLOW
@_exported import var Glibc.F_GETLK
@_exported import var Glibc.F_OK
@_exported import var Glibc.F_RDLCK
@_exported import var Glibc.F_SETFD
@_exported import var Glibc.F_UNLCK
@_exported import var Glibc.F_WRLCK
@_exported import var Glibc.FD_CLOEXEC
@_exported import var Glibc.LOCK_EX
@_exported import var Glibc.LOCK_NB
@_exported import var Glibc.LOCK_SH
@_exported import var Glibc.LOCK_UN
@_exported import var Glibc.MAP_FAILED
@_exported import var Glibc.MAP_PRIVATE
@_exported import var Glibc.O_CLOEXEC
@_exported import var Glibc.O_CREAT
@_exported import var Glibc.O_DIRECTORY
@_exported import var Glibc.O_EXCL
@_exported import var Glibc.O_NOFOLLOW
@_exported import var Glibc.O_NONBLOCK
@_exported import var Glibc.O_RDONLY
@_exported import var Glibc.O_RDWR
@_exported import var Glibc.O_TRUNC
@_exported import var Glibc.O_WRONLY
@_exported import var Glibc.POLLIN
@_exported import var Glibc.POLLOUT
@_exported import var Glibc.PROT_READ
@_exported import var Glibc.SA_RESTART
@_exported import var Glibc.SEEK_SET
@_exported import var Glibc.SIG_UNBLOCK
@_exported import var Glibc.SIGHUP
@_exported import var Glibc.SIGINT
@_exported import var Glibc.SIGPIPE
@_exported import var Glibc.SIGTERM
@_exported import var Glibc.SIGXFSZ

@discardableResult public func clock_gettime(_: clockid_t, _: UnsafeMutablePointer<timespec>!) -> Int32 { 0 }
@discardableResult public func closedir(_: UnsafeMutablePointer<DIR>!) -> Int32 { 0 }
@discardableResult public func fcntl(_: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func fcntl(_: Int32, _: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func fcntl(_: Int32, _: Int32, _: UnsafeMutableRawPointer) -> Int32 { 0 }
public func fdopendir(_: Int32) -> UnsafeMutablePointer<DIR>! { nil }
@discardableResult public func flock(_: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
@discardableResult public func fstatat(_: Int32, _: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!, _: Int32) -> Int32 { 0 }
@discardableResult public func ftruncate(_: Int32, _: off_t) -> Int32 { 0 }
@discardableResult public func getrlimit(_: Int32, _: UnsafeMutablePointer<rlimit>!) -> Int32 { 0 }
@discardableResult public func mkdir(_: UnsafePointer<CChar>!, _: mode_t) -> Int32 { 0 }
@discardableResult public func mkdirat(_: Int32, _: UnsafePointer<CChar>!, _: mode_t) -> Int32 { 0 }
public func mmap(_: UnsafeMutableRawPointer!, _: Int, _: Int32, _: Int32, _: Int32, _: off_t) -> UnsafeMutableRawPointer! { nil }
@discardableResult public func nanosleep(_: UnsafePointer<timespec>!, _: UnsafeMutablePointer<timespec>!) -> Int32 { 0 }
public func open(_: UnsafePointer<CChar>, _: Int32) -> Int32 { 0 }
public func open(_: UnsafePointer<CChar>, _: Int32, _: mode_t) -> Int32 { 0 }
public func openat(_: Int32, _: UnsafePointer<CChar>, _: Int32) -> Int32 { 0 }
public func openat(_: Int32, _: UnsafePointer<CChar>, _: Int32, _: mode_t) -> Int32 { 0 }
public func opendir(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! { nil }
@discardableResult public func poll(_: UnsafeMutablePointer<pollfd>!, _: nfds_t, _: Int32) -> Int32 { 0 }
@discardableResult public func pread(_: Int32, _: UnsafeMutableRawPointer!, _: Int, _: off_t) -> Int { 0 }
@discardableResult public func pthread_sigmask(_: Int32, _: UnsafePointer<sigset_t>!, _: UnsafeMutablePointer<sigset_t>!) -> Int32 { 0 }
@discardableResult public func pwrite(_: Int32, _: UnsafeRawPointer!, _: Int, _: off_t) -> Int { 0 }
@discardableResult public func readdir(_: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! { nil }
@discardableResult public func setrlimit(_: Int32, _: UnsafePointer<rlimit>!) -> Int32 { 0 }
@discardableResult public func sigaction(_: Int32, _: UnsafePointer<sigaction>!, _: UnsafeMutablePointer<sigaction>!) -> Int32 { 0 }
@discardableResult public func sigaddset(_: UnsafeMutablePointer<sigset_t>!, _: Int32) -> Int32 { 0 }
@discardableResult public func sigemptyset(_: UnsafeMutablePointer<sigset_t>!) -> Int32 { 0 }
@discardableResult public func signal(_: Int32, _: sig_t!) -> sig_t! { nil }
@discardableResult public func stat(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
@discardableResult public func statfs(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<statfs>!) -> Int32 { 0 }
