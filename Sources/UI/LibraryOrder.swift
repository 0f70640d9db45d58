import Library

/// What the library is sorted by; favourites come first in any case.
enum LibraryOrder: CaseIterable {
    case played, name, added

    var label: String {
        switch self {
        case .played: "Last played"
        case .name: "Name"
        case .added: "Newest"
        }
    }

    var next: LibraryOrder { Self.allCases[(Self.allCases.firstIndex(of: self)! + 1) % Self.allCases.count] }

    /// Favourites first, then by this order. What is equal is sorted by name.
    func sorted(_ items: [LibraryItem]) -> [LibraryItem] {
        func moment(_ item: LibraryItem) -> Double {
            switch self {
            case .played: item.lastPlayed ?? item.added ?? 0
            case .added: item.added ?? 0
            case .name: 0
            }
        }
        // Names are made comparable once an item, not once a comparison.
        let keys = items.enumerated().map { place, item in
            (rank: item.isFavourite ? 0 : 1, moment: -moment(item), name: item.name.lowercased(), place: place)
        }
        return keys.sorted { a, b in
            if (a.rank, a.moment) != (b.rank, b.moment) { return (a.rank, a.moment) < (b.rank, b.moment) }
            if a.name != b.name { return a.name < b.name }
            return items[a.place].id < items[b.place].id
        }.map { items[$0.place] }
    }
}
