/// What a NATS server sends (docs.nats.io, "Client Protocol").
enum NATSOperation: Equatable {
    /// The server introduces itself, in JSON.
    case info([UInt8])
    case ping
    case pong
    case ok
    /// The server refuses something; it closes the connection after most refusals.
    case error(String)
    /// A message of a subscription; `status` is the status of its header fields, 503 if a request has no responder.
    case message(subject: String, status: Int?, payload: [UInt8])
}

/// Splits the bytes of a NATS server into operations.
///
/// After an error nothing more can be read from the connection.
struct NATSParser {
    struct Malformed: Error, Equatable {
        let reason: String
    }

    /// The longest line; the server's introduction lists the cluster's servers.
    static let longestLine = 64 << 10
    /// The longest message.
    ///
    /// Responses of a stream are much shorter.
    static let longestMessage = 1 << 20

    private var bytes: [UInt8] = []
    private var start = 0

    /// Whether an incomplete operation is kept.
    var isEmpty: Bool { start == bytes.count }

    /// Adds bytes that have arrived.
    mutating func append(_ more: some Sequence<UInt8>) {
        if start > 0 {
            bytes = Array(bytes.dropFirst(start))
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Returns the next complete operation, or nil until more bytes arrive.
    mutating func next() throws(Malformed) -> NATSOperation? {
        let unread = bytes.dropFirst(start)
        let window = unread.prefix(Self.longestLine + 2)
        let line = window.prefix { $0 != 0x0A }
        guard line.count < window.count else {
            if window.count > Self.longestLine { throw Malformed(reason: "a line is too long") }
            return nil
        }
        guard line.last == 0x0D else { throw Malformed(reason: "a line doesn't end with CRLF") }
        let name = line.dropLast().prefix { $0 != 0x20 && $0 != 0x09 }
        let arguments = line.dropLast().dropFirst(name.count).drop { $0 == 0x20 || $0 == 0x09 }
        let length = line.count + 1
        let operation: NATSOperation
        switch String(decoding: name, as: UTF8.self).uppercased() {
        case "MSG": return try message(arguments, hasHeaders: false, behind: length)
        case "HMSG": return try message(arguments, hasHeaders: true, behind: length)
        case "INFO": operation = .info(Array(arguments))
        case "PING": operation = .ping
        case "PONG": operation = .pong
        case "+OK": operation = .ok
        case "-ERR": operation = .error(String(decoding: arguments, as: UTF8.self))
        default: throw Malformed(reason: "an operation is unknown")
        }
        start += length
        return operation
    }

    /// Reads `subject sid [reply-to] [#header bytes] #total bytes`, and so many bytes behind the line.
    private mutating func message(
        _ arguments: ArraySlice<UInt8>,
        hasHeaders: Bool,
        behind lineLength: Int
    ) throws(Malformed) -> NATSOperation? {
        let words = arguments.split { $0 == 0x20 || $0 == 0x09 }
        let numberCount = hasHeaders ? 2 : 1
        guard (2 + numberCount...3 + numberCount).contains(words.count), let subject = words.first else {
            throw Malformed(reason: "a message has the wrong number of arguments")
        }
        let numbers = words.suffix(numberCount).compactMap(Self.number)
        guard numbers.count == numberCount, let total = numbers.last, let headers = hasHeaders ? numbers.first : 0, headers <= total else {
            throw Malformed(reason: "the length of a message isn't a number, or too large")
        }
        let unread = bytes.dropFirst(start + lineLength)
        guard unread.count >= total + 2 else { return nil }
        guard unread.dropFirst(total).prefix(2).elementsEqual([0x0D, 0x0A]) else {
            throw Malformed(reason: "a message doesn't end with CRLF")
        }
        start += lineLength + total + 2
        return .message(
            subject: String(decoding: subject, as: UTF8.self),
            status: hasHeaders ? Self.status(unread.prefix(headers)) : nil,
            payload: Array(unread.prefix(total).dropFirst(headers))
        )
    }

    /// Reads a length of at most `longestMessage`.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...7).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return number <= longestMessage ? number : nil
    }

    /// Reads the status of `NATS/1.0 503 No Responders`.
    private static func status(_ headers: ArraySlice<UInt8>) -> Int? {
        let words = headers.prefix { $0 != 0x0D }.split(separator: 0x20)
        guard words.first?.elementsEqual("NATS/1.0".utf8) == true, let code = words.dropFirst().first, code.count == 3 else { return nil }
        return number(code)
    }
}
