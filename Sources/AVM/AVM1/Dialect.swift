import AVM

/// Behaviour that changed between SWF versions. Every version check of the machine has a name, and its place is here.
///
/// The version is that of the movie whose code runs, not of the root movie.
public struct Dialect: Equatable, Sendable {
    public let swfVersion: UInt8

    @inline(__always)
    public init(swfVersion: UInt8) { self.swfVersion = swfVersion }

    /// Names ignore case until SWF 6.
    @inline(__always)
    public var isCaseSensitive: Bool { swfVersion >= 7 }

    /// `undefined` as a string is "" until SWF 6.
    public var undefinedIsEmptyString: Bool { swfVersion < 7 }

    /// `undefined` and `null` as a number are 0 until SWF 6.
    public var undefinedIsZero: Bool { swfVersion < 7 }

    /// Numbers come of any text in SWF 4: of its longest numeric start, else 0.
    public var numbersAreNeverNaN: Bool { swfVersion < 5 }

    /// A date is added as its text from SWF 6 on, as its number before.
    public var datesAddAsText: Bool { swfVersion >= 6 }

    /// Functions see the variables around them from SWF 6 on; before, only those of their clip.
    public var hasClosures: Bool { swfVersion >= 6 }

    /// So often a getter or setter may be entered while it runs. Beyond, the stored value is read or written.
    public var accessorDepth: UInt32 { swfVersion >= 7 ? 65 : 1 }

    /// `this`, `_root` and the like are names of their own from SWF 5 on.
    public var hasThis: Bool { swfVersion >= 5 }

    /// `_global` is a name from SWF 6 on.
    public var hasGlobal: Bool { swfVersion >= 6 }

    /// Variables of `_global` are seen without naming it from SWF 5 on.
    public var hasGlobalScope: Bool { swfVersion >= 5 }

    /// Two objects are equal where their primitive values are, until SWF 5.
    public var objectsCompareByValue: Bool { swfVersion < 6 }

    /// A string is true where its number is not 0, until SWF 6; later where it is not empty.
    public var stringTruthIsNumeric: Bool { swfVersion < 7 }

    /// Attribute bits that hide a property from movies of this version.
    public var hidingAttributes: PropertyAttributes {
        switch swfVersion {
        case ...5: [.version6, .version7, .version8, .version9, .version10]
        case 6: [.notVersion6, .version7, .version8, .version9, .version10]
        case 7: [.version8, .version9, .version10]
        case 8: [.version9, .version10]
        case 9: .version10
        default: []
        }
    }

    /// `new` gives the object a `constructor` of its own until SWF 6; later it is found on the prototype.
    public var hasOwnConstructor: Bool { swfVersion < 7 }

    /// A property deleted of nothing is a variable, or what a path names, until SWF 6.
    public var deletesVariablesWithoutOwner: Bool { swfVersion < 7 }

    /// `super` begins above the prototype that had the running function from SWF 7 on. Before, each call through `super`
    /// goes up by one prototype, wherever the function was found.
    public var superFollowsHolder: Bool { swfVersion >= 7 }

    /// Functions are objects of the class `Function` from SWF 6 on.
    public var hasFunctionClass: Bool { swfVersion >= 6 }

    /// Comparisons and `!` give true and false from SWF 5 on, 1 and 0 before.
    public var hasBooleans: Bool { swfVersion >= 5 }

    /// `split(undefined)` splits by the text "undefined" (or "") until SWF 5; later the string stays whole.
    public var splitsByUndefined: Bool { swfVersion < 6 }

    /// Strings of the file are UTF-8 from SWF 6 on.
    public var hasUTF8Strings: Bool { swfVersion >= 6 }
}
