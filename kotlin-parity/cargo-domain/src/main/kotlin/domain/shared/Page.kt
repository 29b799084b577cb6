package io.github.cargokit.domain.shared

/** One page of a list with a stable order. `next` is the key to pass as `after` to read the next page; null on the last page. */
public data class Page<out Item, out Key>(public val items: List<Item>, public val next: Key?)
