package io.github.cargokit.remote.repositories

import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.then
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.Records
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.infrastructure.records.data
import io.github.cargokit.remote.http.PagedList
import io.github.cargokit.remote.http.RemoteCall
import io.github.cargokit.remote.http.RemoteClient
import io.github.cargokit.remote.http.percentEncoded

/** The cargos in a remote store. */
internal class HTTPCargoRepository(private val client: RemoteClient) : CargoRepository {
    private val list = PagedList(client, "cargos", Records.cargo, TrackingId::parse) { it.text }
    private val trackingIdAlone = Reading.only("trackingId", Readings.trackingId) { Result.Success(it) }

    override suspend fun findByTrackingId(trackingId: TrackingId): Result<Cargo> =
        client.value(RemoteCall.get("cargos/${trackingId.text}"), Records.cargo)

    override suspend fun save(cargo: Cargo): Result<Unit> {
        val call = RemoteCall.save("cargos/${cargo.trackingId.text}", over = cargo.version) {
            members {
                name("cargo").cargo(cargo)
                name("facts").facts(cargo.raisedFacts)
            }
        }
        return client.save(call, over = cargo.version) {
            findByTrackingId(cargo.trackingId).map { it.version to it.isStored(cargo) }
        }
    }

    override suspend fun nextTrackingId(): Result<TrackingId> =
        client.value(RemoteCall("POST", "tracking-ids"), trackingIdAlone)

    override suspend fun findForCustomer(customerId: CustomerId): Result<List<Cargo>> =
        list.all(parameters(CargoQuery(customer = customerId))).map { it.first }

    override suspend fun find(query: CargoQuery, after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> =
        list.page(after, limit, parameters(query))

    private fun parameters(query: CargoQuery) = listOf(
        "customer" to query.customer?.text,
        "at" to query.place?.text,
        "voyage" to query.voyage?.text,
        "need" to query.need?.name,
        "reference" to query.reference?.let { "${it.type.name}:${it.value}" },
        "uncollectedAt" to query.uncollectedAt?.toString(),
    ).joinToString("") { (name, value) -> value?.let { "$name=${percentEncoded(it)}&" }.orEmpty() }

    /** Whether this cargo is what saving another one stores: the same cargo in the next version. */
    private fun Cargo.isStored(saved: Cargo): Boolean {
        val expected = Version.next(saved.version).then(saved::storedAs)
        return expected is Result.Success && text(expected.value) == text(this)
    }

    private fun text(cargo: Cargo) = JSONWriter().apply { cargo(cargo) }.toString()
}

/** Writes the facts that an aggregate has raised since it was loaded. */
internal fun JSONWriter.facts(facts: List<DomainFact>): Unit = elements(facts) { fact ->
    members {
        name("data").data(fact)
        name("type").text(fact.type)
    }
}
