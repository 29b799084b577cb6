import CargoApplication
import CargoDomain
import Logging
import ServiceLifecycle

/// Applies carriers' events that wait, as soon as what they wait for is there, whichever process registered it.
struct CarrierEventWatch: Service {
    let follower: CarrierEventFollower
    let logger: Logger

    /// How long it takes at most until a registration is noticed.
    private static let interval = Duration.milliseconds(500)

    /// Follows the store until the service shuts down.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            var failure: DomainError.Code?
            while !Task.isCancelled {
                do throws(DomainError) {
                    let settled = try await follower.step()
                    if settled > 0 { logger.info("events of carriers that waited were settled", metadata: ["count": "\(settled)"]) }
                    failure = nil
                } catch {
                    // A store that is down is logged once, not twice a second.
                    if failure != error.code {
                        logger.error(
                            "can't follow what carriers' events wait for",
                            metadata: ["code": "\(error.code.rawValue)", "cause": "\(error.cause ?? "")"]
                        )
                    }
                    failure = error.code
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
