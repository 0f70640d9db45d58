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

    /// Whether `a` comes before `b`. What is equal is sorted by name.
    func isSorted(_ a: LibraryItem, _ b: LibraryItem) -> Bool {
        func moment(_ item: LibraryItem) -> Double {
            switch self {
            case .played: item.lastPlayed ?? item.added ?? 0
            case .added: item.added ?? 0
            case .name: 0
            }
        }
        let (first, second) = (moment(a), moment(b))
        if first != second { return first > second }
        let (name, other) = (a.name.lowercased(), b.name.lowercased())
        return (name, a.id) < (other, b.id)
    }
}
