import CZlib

/// One member of a gzip file (RFC 1952), which may consist of several.
enum GzipMember {
    /// What the bytes at the start of a part of a file turned out to be.
    enum Reading: Equatable {
        /// A whole member: its contents, and its length in the file.
        case whole([UInt8], length: Int)
        /// The bytes end before the member does.
        case cutOff
        /// The bytes aren't a gzip member, or its checksum is wrong.
        case damaged
    }

    /// Contents longer than this are refused, because a small file can hold any number of zeros.
    static let maximumContents = 1 << 30

    /// Returns the member with these contents.
    static func compressed(_ contents: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        // safe: fails only without memory
        guard cz_deflate_init(&stream) == Z_OK else { preconditionFailure("zlib has no memory") }
        defer { deflateEnd(&stream) }
        var member = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(contents.count))))
        let written = contents.withUnsafeBufferPointer { input in
            member.withUnsafeMutableBufferPointer { output in
                // zlib doesn't change its input.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                // safe: deflateBound is the most that a single call writes
                guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { preconditionFailure("deflateBound is too small") }
                return output.count - Int(stream.avail_out)
            }
        }
        // safe: written is at most the count
        member.removeLast(member.count - written)
        return member
    }

    /// Reads the member that begins at the start of some bytes.
    static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
        guard bytes.count > 0 else { return .cutOff }
        var stream = z_stream()
        // safe: fails only without memory
        guard cz_inflate_init(&stream) == Z_OK else { preconditionFailure("zlib has no memory") }
        defer { inflateEnd(&stream) }
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var offset = 0
        while true {
            let window = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(offset).prefix(1 << 20))
            stream.next_in = UnsafeMutablePointer(mutating: window.bindMemory(to: UInt8.self).baseAddress)
            stream.avail_in = uInt(window.count)
            repeat {
                let (status, count) = buffer.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = uInt(output.count)
                    let status = inflate(&stream, Z_NO_FLUSH)
                    return (status, output.count - Int(stream.avail_out))
                }
                contents += buffer.prefix(count)
                if contents.count > maximumContents { return .damaged }
                switch status {
                case Z_STREAM_END: return .whole(contents, length: offset + window.count - Int(stream.avail_in))
                case Z_OK, Z_BUF_ERROR: break
                default: return .damaged
                }
            } while stream.avail_out == 0
            let taken = window.count - Int(stream.avail_in)
            offset += taken
            if offset == bytes.count || taken == 0 { return .cutOff }
        }
    }
}
