#if Server
import CargoMaps
import Mustache

/// The page templates, embedded in the binary.
struct PageTemplates: Sendable {
    private let library: MustacheLibrary

    /// The names of the templates.
    enum Name: String, CaseIterable {
        case home
        case track
        case signIn = "sign-in"
        case cargos
        case book
        case cargo
        case routes
        case problem
    }

    /// The parsed templates.
    ///
    /// A parse failure is a bug of ours, which a test finds.
    static let embedded: PageTemplates = {
        do {
            return try PageTemplates()
        } catch {
            // safe: the templates are our own
            preconditionFailure("can't read a template: \(error)")
        }
    }()

    private init() throws {
        MustacheContentTypes.register(ScalarHTML(), named: ScalarHTML.name)
        var library = MustacheLibrary()
        for (name, bytes) in PageResources.templates {
            // Escape every text with ScalarHTML, whichever template shows it.
            try library.register("{{% CONTENT_TYPE: \(ScalarHTML.name)}}\n" + String(decoding: bytes, as: UTF8.self), named: name)
        }
        self.library = library
    }

    /// Renders a template with its content; the names in a template are stored properties of the content.
    func render(_ name: Name, _ content: any Sendable) -> String {
        guard let text = library.render(content, withTemplate: name.rawValue) else {
            // safe: the templates are our own
            preconditionFailure("there is no template \(name.rawValue)")
        }
        return text
    }
}

/// Escapes text for HTML scalar by scalar, which the library does by grapheme cluster.
struct ScalarHTML: MustacheContentType {
    static let name = "SCALAR_HTML"

    func escapeText(_ text: String) -> String { text.escapedForMarkup }
}
#endif
