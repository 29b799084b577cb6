package cargo.domain.shared

/** A stretch of a list in a stable order; `next` is the key of its last item, absent on the last page. */
class Page<out Item, out Key>(val items: List<Item>, val next: Key?)
