package io.github.cargokit.parity

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.cache.CachedCargo
import io.github.cargokit.infrastructure.cache.CargoCache

/** The faults to inject during a call of `cache.run`, and a record of the remote's calls. */
internal class RemoteFaults {
    private var remote: DomainError? = null
    private var cacheFails = false

    /** The remote's functions called since the call began, including those that failed. */
    val remoteCalls = ArrayList<String>()

    fun begin(remote: DomainError?, cacheFails: Boolean) {
        this.remote = remote
        this.cacheFails = cacheFails
        remoteCalls.clear()
    }

    inline fun <T> remote(function: String, call: () -> Result<T>): Result<T> =
        failureOf(function)?.let { Result.Failure(it) } ?: call()

    inline fun <T> cache(call: () -> Result<T>): Result<T> =
        if (isCacheBroken) Result.Failure(DomainError.technical(DomainError.Code.STORE_UNAVAILABLE)) else call()

    @PublishedApi
    internal fun failureOf(function: String): DomainError? {
        remoteCalls += function
        return remote
    }

    @PublishedApi
    internal val isCacheBroken: Boolean get() = cacheFails
}

/** The world's cargos as a remote repository that can fail. */
internal class FaultyRemote(private val wrapped: CargoRepository, private val faults: RemoteFaults) : CargoRepository {
    override suspend fun findByTrackingId(trackingId: TrackingId): Result<Cargo> =
        faults.remote("findByTrackingId") { wrapped.findByTrackingId(trackingId) }

    override suspend fun save(cargo: Cargo): Result<Unit> = faults.remote("save") { wrapped.save(cargo) }

    override suspend fun nextTrackingId(): Result<TrackingId> =
        faults.remote("nextTrackingId") { wrapped.nextTrackingId() }

    override suspend fun findForCustomer(customerId: CustomerId): Result<List<Cargo>> =
        faults.remote("findForCustomer") { wrapped.findForCustomer(customerId) }

    override suspend fun find(query: CargoQuery, after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> =
        faults.remote("findPage") { wrapped.find(query, after, limit) }
}

/** A cache that can fail. */
internal class FaultyCache(private val wrapped: CargoCache, private val faults: RemoteFaults) : CargoCache {
    override suspend fun find(trackingId: TrackingId): Result<CachedCargo?> = faults.cache { wrapped.find(trackingId) }

    override suspend fun update(
        trackingIds: Collection<TrackingId>,
        decide: (TrackingId, CachedCargo?) -> CachedCargo?,
    ): Result<Unit> = faults.cache { wrapped.update(trackingIds, decide) }

    override suspend fun findForCustomer(customerId: CustomerId): Result<List<CachedCargo>> =
        faults.cache { wrapped.findForCustomer(customerId) }

    override suspend fun findPage(after: TrackingId?, limit: Int): Result<Page<CachedCargo, TrackingId>> =
        faults.cache { wrapped.findPage(after, limit) }
}
