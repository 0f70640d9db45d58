/// A microphone of the machine that is being listened to.
public protocol HostMicrophone: AnyObject {
    /// Appends what has been heard since the last time, one side, -1...1. False: the device has gone.
    func read(into samples: inout [Float]) -> Bool
    func close()
}

/// What a movie may hear of the machine. A host without microphones needs to say nothing.
public protocol MicrophoneHost: AnyObject {
    /// Names of the microphones, in the order of their numbers.
    var microphoneNames: [String] { get }
    /// Whether the movie may listen; nil: the person has not been asked.
    var mayListen: Bool? { get }
    /// Asks the person. `answer` is called once, perhaps at once.
    func askToListen(_ answer: @escaping (Bool) -> Void)
    /// Begins to listen, at so many samples a second. Nil: it is not there, or busy.
    func openMicrophone(_ index: Int, rate: Int) -> (any HostMicrophone)?
}

extension MicrophoneHost {
    public var microphoneNames: [String] { [] }
    public var mayListen: Bool? { false }
    public func askToListen(_ answer: @escaping (Bool) -> Void) { answer(false) }
    public func openMicrophone(_ index: Int, rate: Int) -> (any HostMicrophone)? { nil }
}
