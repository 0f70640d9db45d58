import Player

/// The microphones of the machine, which a movie gets when the person allows it.
extension WindowHost {
    private static let subject = "microphone"

    var microphoneNames: [String] { inputDevices.map(\.title) }

    var mayListen: Bool? {
        if let known = permissions[Self.subject] { return known }
        if let heardNow { return heardNow }
        return asks ? nil : false
    }

    func askToListen(_ answer: @escaping (Bool) -> Void) {
        ask(Self.subject, "The microphone", "The movie wants to listen to your microphone.") {
            [unowned self] isAllowed in
            // Once means as long as the movie runs.
            heardNow = isAllowed
            answer(isAllowed)
        }
    }

    func openMicrophone(_ index: Int, rate: Int) -> (any HostMicrophone)? {
        guard mayListen == true, inputDevices.indices.contains(index) else { return nil }
        let device = inputDevices[index]
        guard let input = SoundInput(device.name, rate: rate) else {
            tellOnce("\(device.title) cannot be listened to")
            return nil
        }
        return input
    }
}
