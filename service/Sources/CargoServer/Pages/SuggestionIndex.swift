import CargoApplication
import CargoDomain
import Foundation

/// Finds ports and voyages by the beginnings of words, for fields that suggest as a clerk types.
///
/// The index is in memory and is read again at most once a minute, so that a keystroke costs two binary searches and no request to the store.
actor SuggestionIndex {
    /// What a field can suggest.
    enum Kind: String, CaseIterable {
        case locations
        case voyages
    }

    /// A port or a voyage.
    struct Entry: Sendable {
        /// What the field holds when the entry is chosen: `Hamburg (DEHAM)` or `V100`.
        let text: String
        /// The code or the number, which the form is read with.
        let code: String
        /// The name or the number, folded.
        fileprivate let name: [UInt8]
        /// Where a voyage begins and ends, and when it departs.
        let voyage: Voyage?

        struct Voyage: Sendable {
            let from: String
            let to: String
            let departure: Instant
        }
    }

    private let kit: CargoKit
    private let now: @Sendable () -> ContinuousClock.Instant
    private var lists: [Kind: SuggestionList] = [:]
    private var read: ContinuousClock.Instant?

    /// How long the index is used before it is read again.
    static let age = Duration.seconds(60)

    init(_ kit: CargoKit, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.kit = kit
        self.now = now
    }

    /// The entries that have a word which begins with each word of the text, by name.
    func find(_ text: String, _ kind: Kind, limit: Int = 10) async throws(DomainError) -> [Entry] {
        try await refresh()
        return lists[kind]?.find(text, limit: limit) ?? []
    }

    /// The code that a field's text means: the one in parentheses, or that of the only entry with this name.
    ///
    /// Returns the text itself if it means no entry.
    func code(of text: String, _ kind: Kind) async throws(DomainError) -> String {
        if let code = Self.code(in: text) { return code }
        guard !text.isEmpty, text.utf8.count <= 200 else { return text }
        try await refresh()
        return lists[kind]?.only(named: text)?.code ?? text
    }

    /// The code in the parentheses at the end of a text such as `Hamburg (DEHAM)`; nil if there is none.
    static func code(in text: String) -> String? {
        guard text.hasSuffix(")"), let start = text.lastIndex(of: "(") else { return nil }
        let code = text.suffix(from: start).dropFirst().dropLast()
        return code.utf8.count == 5 ? String(code) : nil
    }

    private func refresh() async throws(DomainError) {
        if let read, now() - read < Self.age { return }
        let started = now()
        var names: [UnLocode: String] = [:]
        var locations: [Entry] = []
        var place: UnLocode?
        repeat {
            let page = try await kit.store.locations.findPage(after: place, limit: 1000).get()
            for location in page.items {
                names[location.unLocode] = location.name.text
                locations.append(Entry(location))
            }
            place = page.next
        } while place != nil
        var voyages: [Entry] = []
        var words: [[String]] = []
        var number: VoyageNumber?
        repeat {
            let page = try await kit.store.voyages.findPage(after: number, limit: 1000).get()
            for voyage in page.items {
                let (entry, calls) = Entry.of(voyage, names)
                voyages.append(entry)
                words.append(calls)
            }
            number = page.next
        } while number != nil
        lists = [
            .locations: SuggestionList(locations, words: locations.map { [$0.text] }),
            .voyages: SuggestionList(voyages, words: words),
        ]
        read = started
    }
}

extension SuggestionIndex.Entry {
    fileprivate init(_ location: Location) {
        self.init(text: location.nameAndCode, code: location.unLocode.text, name: location.name.text.foldedForSearch, voyage: nil)
    }

    /// The entry of a voyage, and the texts by whose words it is found: its number and the ports that it calls at.
    fileprivate static func of(_ voyage: CargoDomain.Voyage, _ names: [UnLocode: String]) -> (Self, [String]) {
        let number = voyage.number.text
        let movements = voyage.schedule.movements
        let calls = movements.prefix(1).map(\.departureLocation) + movements.map(\.arrivalLocation)
        let places = calls.map { names[$0] ?? $0.text }
        let details = movements.first.map { Voyage(from: places.first ?? "", to: places.last ?? "", departure: $0.departureTime) }
        return (.init(text: number, code: number, name: number.foldedForSearch, voyage: details), [number] + places + calls.map(\.text))
    }
}

/// Entries, sorted by each of their words.
struct SuggestionList: Sendable {
    private let entries: [SuggestionIndex.Entry]
    /// Each word of each entry, sorted by the word, then by the entry.
    private let words: [(word: [UInt8], entry: Int)]
    private let wordsOf: [[[UInt8]]]

    /// The maximum number of words that a search looks at.
    private static let maximumExamined = 5000

    init(_ entries: [SuggestionIndex.Entry], words texts: [[String]]) {
        self.entries = entries
        wordsOf = texts.map { $0.flatMap(Self.words) }
        let all: [(word: [UInt8], entry: Int)] = wordsOf.enumerated().flatMap { entry, words in words.map { ($0, entry) } }
        words = all.sorted { $0.word == $1.word ? $0.entry < $1.entry : $0.word.lexicographicallyPrecedes($1.word) }
    }

    func find(_ text: String, limit: Int) -> [SuggestionIndex.Entry] {
        let wanted = Self.words(String(decoding: text.utf8.prefix(200), as: UTF8.self))
        // The word that fewest entries have leaves the least to look at.
        guard let range = wanted.map(range).min(by: { $0.count < $1.count }) else { return [] }
        var found: [Int] = []
        for (_, entry) in words.dropFirst(range.lowerBound).prefix(min(range.count, Self.maximumExamined)) {
            guard !found.contains(entry), fits(entry, wanted) else { continue }
            found.append(entry)
            if found.count == limit { break }
        }
        // safe: these are the indices of entries
        return found.map { entries[$0] }
    }

    /// The only entry with a name, however it is spelled; nil if there is none, or another one.
    func only(named text: String) -> SuggestionIndex.Entry? {
        let name = text.foldedForSearch
        let found = find(text, limit: 50).filter { $0.hasName(name) }
        return found.count == 1 ? found.first : nil
    }

    private func fits(_ entry: Int, _ wanted: [[UInt8]]) -> Bool {
        // safe: each entry has its words
        let words = wordsOf[entry]
        return wanted.allSatisfy { wanted in words.contains { $0.starts(with: wanted) } }
    }

    /// The positions of the words that begin with a key.
    private func range(of key: [UInt8]) -> Range<Int> {
        let low = start(of: key)
        // No text has this byte.
        return low..<max(low, start(of: key + [0xFF]))
    }

    /// The position of the first word that isn't before a key.
    private func start(of key: [UInt8]) -> Int {
        var low = 0
        var high = words.count
        while low < high {
            let middle = low + (high - low) / 2
            // safe: the middle is between two bounds of the list
            if words[middle].word.lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func words(_ text: String) -> [[UInt8]] {
        text.foldedForSearch.split { !($0 >= 0x80 || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)) }.map(Array.init)
    }
}

extension SuggestionIndex.Entry {
    fileprivate func hasName(_ folded: [UInt8]) -> Bool { name == folded }
}

extension String {
    /// The text without case and diacritics, as UTF-8: `Göteborg` and `GOTEBORG` are equal.
    fileprivate var foldedForSearch: [UInt8] {
        var folded = folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        // These letters have no decomposition.
        for (letter, plain) in [("ø", "o"), ("ł", "l"), ("đ", "d"), ("ß", "ss"), ("æ", "ae"), ("œ", "oe"), ("ı", "i"), ("þ", "th")] {
            if folded.contains(letter) { folded = folded.replacing(letter, with: plain) }
        }
        return Array(folded.utf8)
    }
}
