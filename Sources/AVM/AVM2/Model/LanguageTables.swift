import AVM

/// The built-in classes and functions of the language. Each class's table is in a file of its own in `Classes`.
enum LanguageTables {
    static var all: [NativeClassTable] {
        [
            ObjectClass.table, ClassClass.table, FunctionClass.table, ArrayClass.table, StringClass.table,
            NumberClass.table, IntClass.table, UintClass.table, BooleanClass.table, NamespaceClass.table,
            MathClass.table,
            RegExpClass.table, DateClass.table, VectorClass.table, XMLClass.table, XMLListClass.table,
            QNameClass.table, DictionaryClass.table, ProxyClass.table, ByteArrayClass.table, JSONClass.table,
        ] + ErrorClasses.tables + ByteArrayClass.interfaces
            + UtilityConstants.tables
    }

    static let functions: [NativeFunction] =
        GlobalFunctions.functions + UtilityFunctions.functions
        + DescribeType.functions

    static let constants: [(StaticString, Value)] =
        [
            ("undefined", .undefined), ("NaN", .nan), ("Infinity", Value(double: .infinity)),
        ] + DescribeType.constants

    /// What functions without a class belong to.
    static let functionTable = NativeClassTable("Function", base: "Object", .final)
}
