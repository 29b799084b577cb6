import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Manage the access tokens of services while they run.",
        discussion: """
            The store keeps who holds a token, and a digest of its secret. Every service that uses the store \
            follows within a second. Tokens in a service's settings count as well; they aren't listed here.

            EXAMPLES
              cargo-cli token create scanner-7 --role carrier --expires-in P90D
              cargo-cli token create acme --role customer --customer ACME
              cargo-cli token list
              cargo-cli token revoke scanner-7
              cargo-cli token sign-out --subject f9b1c3de
            """,
        subcommands: [CreateTokenCommand.self, ListTokensCommand.self, RevokeTokenCommand.self, SignOutCommand.self]
    )
}

struct CreateTokenCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "create",
        abstract: "Create a token, and print its secret, which isn't shown again.",
        discussion: """
            The name of a revoked token can be used again.

            EXAMPLES
              cargo-cli token create scanner-7 --role carrier --expires-in P90D
              cargo-cli token create acme --role customer --customer ACME
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Argument(help: "Name of the holder: letters, digits, '-', '_' and '.'.") var name: String
    @Option(
        help: ArgumentHelp("What the holder may do: \(Role.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "role"),
        transform: { text in
            guard let role = Role(rawValue: text) else { throw ValidationError("'\(text)' is not a role.") }
            return role
        }
    )
    var role: Role
    @Option(help: ArgumentHelp("Customer who holds it, for the role customer.", valueName: "id")) var customer: String?
    @Option(
        help: ArgumentHelp("Time after which it doesn't count any more; by default it counts until it is revoked.", valueName: "duration")
    )
    var expiresIn: String?

    func run(in session: Session) async throws(CommandFailure) {
        let name = try tokenName(name)
        let customer = try customer.map { text throws(CommandFailure) in
            try Result { () throws(DomainError) in try CustomerId(text.trimmed) }.orFail()
        }
        guard (role == .customer) == (customer != nil) else {
            throw .usage(localized("The role customer needs --customer, and no other role has one."))
        }
        let (kit, desk) = try await session.accessDesk()
        let now = kit.clock.now()
        var end: Instant?
        if let expiresIn {
            let milliseconds = try duration(expiresIn, of: "--expires-in").milliseconds
            end = try? now.advanced(by: .milliseconds(milliseconds))
            guard milliseconds > 0, end != nil else {
                throw .usage(localized("--expires-in: \(expiresIn.inQuotes) is too short or too long."))
            }
        }
        let creation = await desk.create(name, role: role, customer: customer, expiresAt: end, createdBy: "cargo-cli")
        switch try creation.orFail() {
        case .created(let token, let secret):
            try session.print(TokenView(token, secret: secret, at: now), TokenView.layout) { "\(secret)\n" }
        case .exists:
            throw CommandFailure(
                .refused,
                code: "token_exists",
                localized("There is a token with the name \(name)."),
                hint: localized("Revoke it first, or take another name.")
            )
        case .tooMany:
            throw CommandFailure(.refused, code: "tokens_too_many", localized("The limit on tokens is reached."))
        }
    }
}

struct ListTokensCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "list",
        abstract: "List all tokens by name, without their secrets; revoked and expired ones for 30 days.",
        discussion: """
            EXAMPLES
              cargo-cli token list
              cargo-cli token list -o json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        let (kit, desk) = try await session.accessDesk()
        var printer = ListPrinter(session.console, session.format, TokenView.layout)
        for token in try await desk.list().orFail() { try printer.add(TokenView(token, at: kit.clock.now())) }
        try printer.finish(nothing: localized("There are no tokens in the store."))
    }
}

struct RevokeTokenCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "revoke",
        abstract: "Revoke a token: its holder's sessions and event streams end."
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Argument(help: "Name of the token.") var name: String

    func run(in session: Session) async throws(CommandFailure) {
        let (_, desk) = try await session.accessDesk()
        guard let known = try? TokenName(name.trimmed), try await desk.revoke(known).orFail() else {
            throw CommandFailure(
                .notFound,
                code: "token_not_found",
                localized("There is no token with the name \(name.inQuotes)."),
                hint: localized("Run 'cargo-cli token list' to see the names. Tokens in a service's settings are removed there.")
            )
        }
        session.console.note(localized("Revoked."))
    }
}

struct SignOutCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "sign-out",
        abstract: "End all sessions of the holder of a token, or of a person of the identity provider.",
        discussion: """
            Tokens that the identity provider gave the person until now are refused, too. They can sign in \
            again, unless the token is revoked, or the provider doesn't let them: block them there first.

            EXAMPLES
              cargo-cli token sign-out --token freight-desk
              cargo-cli token sign-out --subject f9b1c3de
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Option(help: ArgumentHelp("Name of the token, also of one in a service's settings.", valueName: "name")) var token: String?
    @Option(help: ArgumentHelp("Subject at the identity provider.", valueName: "subject")) var subject: String?

    func run(in session: Session) async throws(CommandFailure) {
        guard (token == nil) != (subject == nil) else { throw .usage(localized("Give either --token or --subject.")) }
        let principal: Principal =
            if let subject { .subject(subject) } else { .token(try tokenName(token ?? "").text) }
        try await session.accessDesk().desk.signOutEverywhere(principal).orFail()
        session.console.note(localized("Signed out everywhere."))
    }
}

/// Reads the name of a token.
private func tokenName(_ text: String) throws(CommandFailure) -> TokenName {
    if let name = try? TokenName(text.trimmed) { return name }
    throw CommandFailure(
        .badData,
        code: DomainError.Code.shapeInvalid.rawValue,
        localized("\(text.inQuotes) is not the name of a token."),
        hint: localized("A name has 1 to 64 letters, digits, '-', '_' and '.'.")
    )
}

extension Session {
    /// The tokens of the store.
    fileprivate func accessDesk() async throws(CommandFailure) -> (kit: CargoKit, desk: ManageAccess) {
        if case .http = settings.store {
            throw .usage(
                localized(
                    "Tokens cannot be managed over \(settings.store.description.visible): it needs direct access to the store."
                ),
                hint: localized("Use the service's API, /v1/tokens, or run the command on its machine with --store json:PATH.")
            )
        }
        let kit = try await backendToWrite().kit
        do throws(DomainError) { return (kit, try ManageAccess(kit)) } catch { throw CommandFailure(error) }
    }
}

extension TokenView {
    /// The columns of lists.
    static let layout = Layout<TokenView>(
        .init("NAME", "name") { $0.token.name.text },
        .init("ROLE", "role") { $0.token.role.rawValue },
        .init("CUSTOMER", "customer") { $0.token.customer?.text ?? "" },
        .init(
            "STATE",
            "state",
            cell: { view in
                switch view.state {
                case .active: .init(localized("active"))
                case .expired: .init(localized("expired"), .bad)
                case .revoked: .init(localized("revoked"), .bad)
                }
            },
            value: { $0.state.rawValue }
        ),
        .init("EXPIRES", "expires", cell: { .init($0.token.expiresAt?.brief ?? "") }, value: { $0.token.expiresAt?.text ?? "" }),
        .init("LAST USED", "last_used", cell: { .init($0.token.lastUsedAt?.brief ?? "") }, value: { $0.token.lastUsedAt?.text ?? "" }),
        .init("CREATED", "created", cell: { .init($0.token.createdAt.brief) }, value: { $0.token.createdAt.text }),
        .init("BY", "created_by") { $0.token.createdBy.visible },
        .csv("secret") { $0.secret ?? "" }
    )
}
