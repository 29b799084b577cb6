import CargoApplication
import CargoLocalization
import Hummingbird

/// All pages for people.
///
/// Like the API, they get their data from the use cases.
struct PageRoutes: Sendable {
    let source: EventStream.Source
    let settings: ServerSettings
    let timeZones: PortTimeZones
    let keeper: Gatekeeper
    let desk: CarrierEventDesk
    let tally: WorklistTally

    var routes: [HTTPRoute] {
        let kit = source.kit
        let updates = LiveUpdates(source)
        let authenticator = PageAuthenticator(keeper)
        let customers = PageAuthenticator(keeper, .customer)
        let index = SuggestionIndex(kit)
        let overdueAfter = Duration.seconds(3600 * settings.overdueHours)
        let routes =
            PublicPages(kit: kit, updates: updates, canSignIn: true, overdueAfter: overdueAfter).routes
            + ClerkPages(
                kit: kit,
                updates: updates,
                authenticator: authenticator,
                index: index,
                carrierEvents: desk,
                tally: tally,
                overdueAfter: overdueAfter
            ).routes
            + BulkPages(kit: kit, authenticator: authenticator, overdueAfter: overdueAfter).routes
            + ImportPages(kit: kit, authenticator: authenticator).routes
            + ReportPages(kit: kit, authenticator: authenticator, index: index, overdueAfter: overdueAfter).routes
            + CarrierEventPages(desk: desk, authenticator: authenticator).routes
            + CargoPages(kit: kit, updates: updates, authenticator: authenticator, index: index, overdueAfter: overdueAfter).routes
            + VoyagePages(kit: kit, authenticator: authenticator, index: index).routes
            + SuggestionRoutes(index: index, authenticator: authenticator).routes
            + SubscriptionPages(kit: kit, policy: settings.endpoints, authenticator: authenticator).routes
            + CustomerPages(kit: kit, authenticator: customers, index: index, overdueAfter: overdueAfter).routes
            + SubscriptionPages(kit: kit, policy: settings.endpoints, authenticator: customers).routes
        let signingIn = keeper.provider.flatMap { provider in
            provider.settings.client.map {
                ProviderPages(provider: provider, client: $0, clerks: authenticator, customers: customers).routes
            }
        }
        return (routes + (signingIn ?? [])).map { $0.forReaders(with: timeZones) }
    }
}

extension HTTPRoute {
    /// The route, answering in the language that the caller prefers, with local times.
    fileprivate func forReaders(with timeZones: PortTimeZones) -> HTTPRoute {
        HTTPRoute(method, path, access, operation) { call async throws(Problem) in
            let language = Language(acceptLanguage: call.values(.acceptLanguage))
            return try await Language.$current.withValue(language) {
                await PortTimeZones.$current.withValue(timeZones) { () async -> Result<Response, Problem> in
                    do throws(Problem) {
                        return .success(try await self.answer(call))
                    } catch {
                        return .failure(error)
                    }
                }
            }.get()
        }
    }
}
