package cargo.domain.shared

/** One page of a list with a stable order. `next` is the key to pass as `after` to read the next page; null on the last page. */
class Page<out Item, out Key>(val items: List<Item>, val next: Key?)
