#if Server
import CargoApplication
import Hummingbird

/// All pages for people: what they show comes from use cases, like all else that the service says.
struct PageRoutes: Sendable {
    let environment: CargoApplication.Environment
    let settings: ServerSettings
    let keeper: Gatekeeper
    let tail: EventTail

    var routes: [Route] {
        let updates = LiveUpdates(environment, tail: tail, stallSeconds: settings.limits.stallSeconds)
        let door = ClerkDoor(keeper)
        return PublicPages(environment: environment, updates: updates, canSignIn: true).routes
            + ClerkPages(environment: environment, updates: updates, door: door).routes
            + CargoPages(environment: environment, updates: updates, door: door).routes
    }
}
#endif
