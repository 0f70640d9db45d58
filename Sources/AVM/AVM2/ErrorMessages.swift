enum ErrorMessages { static func text(_ number: Int) -> String? { nil } }
