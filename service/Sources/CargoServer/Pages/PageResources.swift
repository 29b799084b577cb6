import CPages
import NIOCore

/// The files for the pages, embedded in the binary.
enum PageResources {
    /// A file that pages link to.
    struct Asset: Sendable {
        let name: String
        let contentType: String
        /// One buffer that all responses share, so that slow clients don't each keep a copy in memory.
        let body: ByteBuffer
    }

    /// The templates, by name.
    static let templates: [(name: String, bytes: [UInt8])] = files.compactMap { name, bytes in
        name.hasSuffix(".mustache") ? (String(name.dropLast(".mustache".count)), bytes) : nil
    }

    /// The style sheet, the script and the icon.
    static let assets: [Asset] = files.compactMap { name, bytes in
        guard let contentType = contentTypes.first(where: { name.hasSuffix($0.key) })?.value else { return nil }
        return Asset(name: name, contentType: contentType, body: ByteBuffer(bytes: bytes))
    }

    private static let contentTypes = [".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"]

    private static let files: [(name: String, bytes: [UInt8])] = {
        var count = 0
        let start = cargo_page_files(&count)
        return UnsafeBufferPointer(start: start, count: count).map { file in
            (String(cString: file.name), Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
        }
    }()

    /// A short hash of all assets (FNV-1a), so that browsers cache them until they change.
    static let stamp: String = {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in assets.flatMap(\.body.readableBytesView) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }()
}
