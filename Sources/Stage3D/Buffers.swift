/// Vertices, as 32-bit words.
public final class VertexBuffer {
    public let vertexCount: Int
    /// Words a vertex has.
    public let wordsPerVertex: Int
    public private(set) var words: [UInt32]

    public init(vertexCount: Int, wordsPerVertex: Int) {
        self.vertexCount = vertexCount
        self.wordsPerVertex = wordsPerVertex
        words = Array(repeating: 0, count: vertexCount * wordsPerVertex)
    }

    /// Replaces words from a vertex on. The caller has checked that they fit.
    public func replace(fromVertex first: Int, with new: [UInt32]) {
        let start = first * wordsPerVertex
        words.replaceSubrange(start..<start + new.count, with: new)
    }
}

public final class IndexBuffer {
    public private(set) var indices: [UInt16]
    public init(count: Int) { indices = Array(repeating: 0, count: count) }

    /// Replaces indices. The caller has checked that they fit.
    public func replace(from first: Int, with new: [UInt16]) {
        indices.replaceSubrange(first..<first + new.count, with: new)
    }
}

/// How an attribute lies in a vertex buffer. `rawValue`: the name that scripts use.
public enum VertexFormat: String, Sendable {
    case bytes4, float1, float2, float3, float4

    public var wordCount: Int {
        switch self {
        case .bytes4, .float1: 1
        case .float2: 2
        case .float3: 3
        case .float4: 4
        }
    }
}

/// An attribute register and where its values come from.
public struct VertexStream {
    public var buffer: VertexBuffer
    public var offset: Int
    public var format: VertexFormat
    public init(buffer: VertexBuffer, offset: Int, format: VertexFormat) {
        self.buffer = buffer
        self.offset = offset
        self.format = format
    }

    /// The value of a vertex: what is missing is 0, and 1 in the last component.
    func value(_ vertex: Int) -> SIMD4<Float> {
        let start = vertex * buffer.wordsPerVertex + offset
        guard vertex < buffer.vertexCount, start + format.wordCount <= buffer.words.count else {
            return SIMD4(0, 0, 0, 1)
        }
        if format == .bytes4 {
            let word = buffer.words[start]
            return SIMD4<Float>(SIMD4<UInt32>(word & 0xFF, word >> 8 & 0xFF, word >> 16 & 0xFF, word >> 24)) / 255
        }
        var result = SIMD4<Float>(0, 0, 0, 1)
        for component in 0..<format.wordCount {
            result[component] = Float(bitPattern: buffer.words[start + component])
        }
        return result
    }
}
