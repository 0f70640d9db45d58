import AVM
import AVM2

/// `flash.media.AVResult`.
enum AVResultClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.AVResult", "(init_result:int)",
            [
                Field(readOnly: "result", ":int")
            ])
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .int("END_OF_PERIOD", -1), .int("SUCCESS", 0), .int("ASYNC_OPERATION_IN_PROGRESS", 1), .int("EOF", 2),
            .int("DECODER_FAILED", 3), .int("DEVICE_OPEN_ERROR", 4), .int("FILE_NOT_FOUND", 5),
            .int("GENERIC_ERROR", 6), .int("IRRECOVERABLE_ERROR", 7), .int("LOST_CONNECTION_RECOVERABLE", 8),
            .int("NO_FIXED_SIZE", 9), .int("NOT_IMPLEMENTED", 10), .int("OUT_OF_MEMORY", 11),
            .int("PARSE_ERROR", 12), .int("SIZE_UNKNOWN", 13), .int("UNDERFLOW", 14),
            .int("UNSUPPORTED_CONFIGURATION", 15), .int("UNSUPPORTED_OPERATION", 16), .int("WAITING_FOR_INIT", 17),
            .int("INVALID_PARAMETER", 18), .int("INVALID_OPERATION", 19), .int("ONLY_ALLOWED_IN_PAUSED_STATE", 20),
            .int("INVALID_WITH_AUDIO_ONLY_FILE", 21), .int("PREVIOUS_STEP_SEEK_IN_PROGRESS", 22),
            .int("RESOURCE_NOT_SPECIFIED", 23), .int("RANGE_ERROR", 24), .int("INVALID_SEEK_TIME", 25),
            .int("FILE_STRUCTURE_INVALID", 26), .int("COMPONENT_CREATION_FAILURE", 27), .int("DRM_INIT_ERROR", 28),
            .int("CONTAINER_NOT_SUPPORTED", 29), .int("SEEK_FAILED", 30), .int("CODEC_NOT_SUPPORTED", 31),
            .int("NETWORK_UNAVAILABLE", 32), .int("NETWORK_ERROR", 33), .int("OVERFLOW", 34),
            .int("VIDEO_PROFILE_NOT_SUPPORTED", 35), .int("PERIOD_NOT_LOADED", 36),
            .int("INVALID_REPLACE_DURATION", 37), .int("CALLED_FROM_WRONG_THREAD", 38),
            .int("FRAGMENT_READ_ERROR", 39), .int("OPERATION_ABORTED", 40), .int("UNSUPPORTED_HLS_VERSION", 41),
            .int("CANNOT_FAIL_OVER", 42), .int("HTTP_TIME_OUT", 43), .int("NETWORK_DOWN", 44),
            .int("NO_USEABLE_BITRATE_PROFILE", 45), .int("BAD_MANIFEST_SIGNATURE", 46),
            .int("CANNOT_LOAD_PLAY_LIST", 47), .int("REPLACEMENT_FAILED", 48),
            .int("SWITCH_TO_ASYMMETRIC_PROFILE", 49), .int("LIVE_WINDOW_MOVED_BACKWARD", 50),
            .int("CURRENT_PERIOD_EXPIRED", 51), .int("CONTENT_LENGTH_MISMATCH", 52), .int("PERIOD_HOLD", 53),
            .int("LIVE_HOLD", 54), .int("BAD_MEDIA_INTERLEAVING", 55), .int("DRM_NOT_AVAILABLE", 56),
            .int("PLAYBACK_NOT_ENABLED", 57), .int("BAD_MEDIASAMPLE_FOUND", 58), .int("RANGE_SPANS_READHEAD", 59),
            .int("POSTROLL_WITH_LIVE_NOT_ALLOWED", 60), .int("INTERNAL_ERROR", 61),
            .int("SPS_PPS_FOUND_OUTSIDE_AVCC", 62), .int("PARTIAL_REPLACEMENT", 63),
            .int("RENDITION_M3U8_ERROR", 64), .int("NULL_OPERATION", 65), .int("SEGMENT_SKIPPED_ON_FAILURE", 66),
            .int("INCOMPATIBLE_RENDER_MODE", 67), .int("PROTOCOL_NOT_SUPPORTED", 68),
            .int("INCOMPATIBLE_VERSION", 69), .int("MANIFEST_FILE_UNEXPECTEDLY_CHANGED", 70),
            .int("CANNOT_SPLIT_TIMELINE", 71), .int("CANNOT_ERASE_TIMELINE", 72),
            .int("DID_NOT_GET_NEXT_FRAGMENT", 73), .int("NO_TIMELINE", 74), .int("LISTENER_NOT_FOUND", 75),
            .int("AUDIO_START_ERROR", 76), .int("NO_AUDIO_SINK", 77), .int("FILE_OPEN_ERROR", 78),
            .int("FILE_WRITE_ERROR", 79), .int("FILE_READ_ERROR", 80), .int("ID3_PARSE_ERROR", 81),
            .int("SECURITY_ERROR", 82), .int("TIMELINE_TOO_SHORT", 83), .int("AUDIO_ONLY_STREAM_START", 84),
            .int("AUDIO_ONLY_STREAM_END", 85), .int("CANNOT_HANDLE_MAIN_MANIFEST_UPDATE", 86),
            .int("KEY_NOT_FOUND", 87), .int("INVALID_KEY", 88), .int("KEY_SERVER_NOT_FOUND", 89),
            .int("MAIN_MANIFEST_UPDATE_TO_BE_HANDLED", 90), .int("UNREPORTED_TIME_DISCONTINUITY_FOUND", 91),
            .int("CRYPTO_ALGORITHM_NOT_SUPPORTED", 300), .int("CRYPTO_ERROR_CORRUPTED_DATA", 301),
            .int("CRYPTO_ERROR_BUFFER_TOO_SMALL", 302), .int("CRYPTO_ERROR_BAD_CERTIFICATE", 303),
            .int("CRYPTO_ERROR_DIGEST_UPDATE", 304), .int("CRYPTO_ERROR_DIGEST_FINISH", 305),
            .int("CRYPTO_ERROR_BAD_PARAMETER", 306), .int("CRYPTO_ERROR_UNKNOWN", 307),
        ]
    }
}
