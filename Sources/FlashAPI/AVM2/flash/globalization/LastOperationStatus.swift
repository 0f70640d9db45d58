import AVM2

/// `flash.globalization.LastOperationStatus`.
enum LastOperationStatusClass {
    static let table = NativeClassTable.constants("flash.globalization.LastOperationStatus", since: 10) {
        [
            .text("BUFFER_OVERFLOW_ERROR", "bufferOverflowError"), .text("ERROR_CODE_UNKNOWN", "errorCodeUnknown"),
            .text("ILLEGAL_ARGUMENT_ERROR", "illegalArgumentError"),
            .text("INDEX_OUT_OF_BOUNDS_ERROR", "indexOutOfBoundsError"),
            .text("INVALID_ATTR_VALUE", "invalidAttrValue"), .text("INVALID_CHAR_FOUND", "invalidCharFound"),
            .text("MEMORY_ALLOCATION_ERROR", "memoryAllocationError"), .text("NO_ERROR", "noError"),
            .text("NUMBER_OVERFLOW_ERROR", "numberOverflowError"), .text("PARSE_ERROR", "parseError"),
            .text("PATTERN_SYNTAX_ERROR", "patternSyntaxError"), .text("PLATFORM_API_FAILED", "platformAPIFailed"),
            .text("TRUNCATED_CHAR_FOUND", "truncatedCharFound"), .text("UNEXPECTED_TOKEN", "unexpectedToken"),
            .text("UNSUPPORTED_ERROR", "unsupportedError"), .text("USING_DEFAULT_WARNING", "usingDefaultWarning"),
            .text("USING_FALLBACK_WARNING", "usingFallbackWarning"),
        ]
    }
}
