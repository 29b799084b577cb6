import CargoWire
import Foundation

/// The language-neutral files under `spec/`, read with the kit's own strict parser.
enum Specification {
    /// The members of the one list in a file such as `errors.json`.
    static func list(_ name: String, in file: String) throws -> [Input] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "spec/\(file)"), encoding: .utf8)
        guard case .list(let items)? = try JSONParser.parse(text)[name] else { throw Missing(path: "\(file): \(name)") }
        return items
    }

    struct Missing: Error { let path: String }
}

extension Input {
    /// The text of a member.
    func text(_ name: String) throws -> String {
        guard case .text(let text)? = self[name] else { throw Specification.Missing(path: name) }
        return text
    }

    /// The whole number of a member.
    func integer(_ name: String) throws -> Int64 {
        guard case .integer(let number)? = self[name] else { throw Specification.Missing(path: name) }
        return number
    }

    /// The items of a member.
    func items(_ name: String) throws -> [Input] {
        guard case .list(let items)? = self[name] else { throw Specification.Missing(path: name) }
        return items
    }

    /// Whether a member says so.
    func flag(_ name: String) throws -> Bool {
        guard case .boolean(let flag)? = self[name] else { throw Specification.Missing(path: name) }
        return flag
    }
}
