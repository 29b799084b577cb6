import CargoLocalization
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
        case signedIn = "signed-in"
        case signedOut = "signed-out"
        case cargos
        case book
        case `import`
        case bulk
        case cargo
        case carrierEvent = "carrier-event"
        case carrierEvents = "carrier-events"
        case changes
        case routes
        case customer
        case subscription
        case subscriptions
        case voyage
        case voyageResult = "voyage-result"
        case voyages
        case problem
    }

    /// The parsed templates of each language.
    ///
    /// A parse failure is a bug of ours, which a test finds.
    private static let embedded: [Language: PageTemplates] = {
        do {
            return try Dictionary(uniqueKeysWithValues: Language.all.map { ($0, try PageTemplates(in: $0)) })
        } catch {
            // safe: the templates are our own
            preconditionFailure("can't read a template: \(error)")
        }
    }()

    private init(in language: Language) throws {
        MustacheContentTypes.register(ScalarHTML(), named: ScalarHTML.name)
        var library = MustacheLibrary()
        for (name, bytes) in PageResources.templates {
            // Escape every text with ScalarHTML, whichever template shows it.
            let template = Self.translated(String(decoding: bytes, as: UTF8.self), to: language)
            try library.register("{{% CONTENT_TYPE: \(ScalarHTML.name)}}\n" + template, named: name)
        }
        self.library = library
    }

    /// Replaces each English text in double brackets, such as `[[Sign in]]`, by its translation.
    private static func translated(_ template: String, to language: Language) -> String {
        let pieces = template.split(separator: "[[", omittingEmptySubsequences: false)
        let translated = pieces.dropFirst().map { piece in
            let sides = piece.split(separator: "]]", maxSplits: 1, omittingEmptySubsequences: false)
            let text = Phrase(of: String(sides.first ?? "")).text(in: language).escapedForMarkup
            return text + (sides.dropFirst().first ?? "")
        }
        return ([String(pieces.first ?? "")] + translated).joined()
    }

    /// Renders a template with its content, in the language of the current task.
    ///
    /// The names in a template are stored properties of the content.
    static func render(_ name: Name, _ content: any Sendable) -> String {
        guard let text = embedded[Language.current]?.library.render(content, withTemplate: name.rawValue) else {
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
