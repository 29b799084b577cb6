package io.github.cargokit.remote.repositories

import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.Shape
import io.github.cargokit.application.input.value
import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.VoyageNumber
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
    private val trackingIdAlone =
        Reading.members(Shape.required("trackingId", Shape.Text)) { it.value("trackingId", Readings.trackingId) }

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
        list("customers/${customerId.text}/cargos").all().map { it.first }

    override suspend fun findForCustomer(
        customerId: CustomerId,
        after: TrackingId?,
        limit: Int,
    ): Result<Page<Cargo, TrackingId>> =
        list("customers/${customerId.text}/cargos").page(after, limit)

    override suspend fun findPage(after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> =
        list("cargos").page(after, limit)

    override suspend fun findOnVoyage(
        voyageNumber: VoyageNumber,
        after: TrackingId?,
        limit: Int,
    ): Result<Page<Cargo, TrackingId>> =
        list("voyages/${voyageNumber.text}/cargos").page(after, limit)

    override suspend fun findByReference(
        reference: CargoReference,
        after: TrackingId?,
        limit: Int,
    ): Result<Page<Cargo, TrackingId>> =
        list("cargos-by-reference").page(
            after,
            limit,
            "type=${reference.type.name}&value=${percentEncoded(reference.value)}&",
        )

    override suspend fun findAt(location: UnLocode, after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> =
        list("locations/${location.text}/cargos").page(after, limit)

    override suspend fun findNeeding(
        need: AttentionReason,
        after: TrackingId?,
        limit: Int,
    ): Result<Page<Cargo, TrackingId>> =
        list("needs/${need.name}/cargos").page(after, limit)

    private fun list(path: String) = PagedList(client, path, Records.cargo, TrackingId::parse) { it.text }

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
