import CargoWire
import Hummingbird

extension Response {
    /// Creates a response with content.
    init(status: HTTPResponse.Status = .ok, media: Media, bytes: [UInt8]) {
        self.init(status: status, media: media, buffer: ByteBuffer(bytes: bytes))
    }

    /// Creates a response with content that is shared with other responses.
    init(status: HTTPResponse.Status = .ok, media: Media, buffer: ByteBuffer) {
        self.init(status: status, headers: [.contentType: media.contentType], body: .init(byteBuffer: buffer))
    }

    /// Creates a JSON response.
    static func json(_ value: some CanonicallyEncodable, status: HTTPResponse.Status = .ok, version: Int64? = nil) -> Response {
        json(status: status, version: version) { value.write(to: &$0) }
    }

    /// Creates a JSON response whose body a closure writes.
    static func json(
        status: HTTPResponse.Status = .ok,
        version: Int64? = nil,
        _ write: (inout JSONWriter) -> Void
    ) -> Response {
        var writer = JSONWriter()
        write(&writer)
        var response = Response(status: status, media: .json, bytes: writer.bytes)
        if let version { response.headers[.eTag] = EntityTag.of(version) }
        return response
    }
}

/// The name of a header field.
typealias FieldName = HTTPFields.Element.Name

extension FieldName {
    /// `Idempotency-Key`.
    static let idempotencyKey = known("Idempotency-Key")
    /// `X-Request-Id`.
    static let requestId = known("X-Request-Id")
    /// `Last-Event-ID`.
    static let lastEventId = known("Last-Event-ID")
    /// `Link`.
    static let link = known("Link")
    /// `Accept-Post`.
    static let acceptPost = known("Accept-Post")
    /// `X-Forwarded-For`.
    static let forwardedFor = known("X-Forwarded-For")
    /// `Referrer-Policy`.
    static let referrerPolicy = known("Referrer-Policy")
    /// `Cross-Origin-Resource-Policy`.
    static let resourcePolicy = known("Cross-Origin-Resource-Policy")

    /// Creates a header field name from a string that is known to be valid.
    static func known(_ name: String) -> FieldName {
        // safe: the names are our own
        guard let name = FieldName(name) else { preconditionFailure("\(name) isn't a valid header field name") }
        return name
    }
}
