import Media

/// The pictures of a stream: decoded ahead, shown when they are due.
extension MediaStream {
    func showDue() {
        guard isSeen else { return }
        let tracks = tracks
        guard let codec = tracks.videoCodec, nextVideo < tracks.video.count || worker != nil else { return }
        if worker == nil {
            // H.264 cannot begin without its setup.
            guard codec != .h264 || !tracks.videoSetup.isEmpty else { return }
            worker = VideoWorker(codec, setup: tracks.videoSetup)
            worker?.setDeblocking(deblocking)
            if worker == nil { notice() }
        }
        guard let worker else { return }
        let position = position
        while nextVideo < tracks.video.count, isWanted(tracks.video, position) {
            worker.send(tracks.video[nextVideo])
            nextVideo += 1
        }
        if nextVideo >= tracks.video.count, isComplete, !isDrained {
            isDrained = true
            worker.drain()
        }
        if let picture = worker.picture(at: position, waits: player.waitsForVideo) {
            surface.show(picture)
            shownTimes.append(player.milliseconds)
            if shownTimes.count > 240 { shownTimes.removeFirst(120) }
            player.invalidate()
        }
    }

    /// Whether the next packet is to be decoded by now.
    func isWanted(_ video: [MediaPacket], _ position: Double) -> Bool {
        let behind = nextVideo - Self.videoAhead
        return Double(video[nextVideo].time) <= position || behind < 0 || Double(video[behind].time) <= position
    }

    /// Says once why nothing is to be seen or heard.
    func notice() {
        guard !hasNoticed, !MediaLibrary.isAvailable else { return }
        hasNoticed = true
        player.host.warn("libavcodec is missing: video is neither shown nor heard")
    }
}
