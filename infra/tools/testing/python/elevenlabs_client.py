"""Asks an address as a program with ElevenLabs' own client does, and prints what it was given as one line of JSON."""

import base64
import json
import sys
from collections.abc import Iterator

from elevenlabs.client import ElevenLabs
from elevenlabs.core.api_error import ApiError

base_url, api_key, strangers_key, own_voice = sys.argv[1:]


def client_of(key):
    return ElevenLabs(api_key=key, base_url=base_url)


client = client_of(api_key)
stranger = client_of(strangers_key)
george = "JBFqnCBsd6RMkjVDRZzb"
text = {"text": "Good morning from Python.", "model_id": "eleven_multilingual_v2"}


def checked(answer):
    """An answer, held to its own type: the client takes one that lacks what the type requires."""
    return type(answer).model_validate(answer.model_dump()).model_dump(mode="json")


def sound(speak, form):
    content = b"".join(speak(george, output_format=form, **text))
    return {"start": content[:4].hex(), "length": len(content)}


def timed(speak):
    """All parts of a sound, with the times that were told with them."""
    answer = speak(george, output_format="pcm_16000", **text)
    parts = [checked(part) for part in (answer if isinstance(answer, Iterator) else [answer])]
    length = sum(len(base64.b64decode(part["audio_base64"])) for part in parts)
    return {"length": length, "alignments": [part["alignment"] for part in parts]}


def refusal(ask, *args, **more):
    try:
        answer = ask(*args, request_options={"max_retries": 0}, **more)
        # A sound is requested when it is read.
        return list(answer) and None
    except ApiError as error:
        body = error.body if isinstance(error.body, dict) else error.body.model_dump(mode="json")
        return {"kind": type(error).__name__, "status": error.status_code, **body}


def refused_speech(by=client, voice=george, **more):
    return refusal(by.text_to_speech.convert, voice, **{**text, **more})


def ids(found):
    return [voice.voice_id for voice in found.voices]


forms = ("mp3_44100_128", "mp3_22050_32", "opus_48000_32", "wav_16000", "pcm_16000", "ulaw_8000")
voices = client.voices.get_all().voices
print(
    json.dumps(
        {
            "sounds": {form: sound(client.text_to_speech.convert, form) for form in forms},
            "streamed": sound(client.text_to_speech.stream, "pcm_16000"),
            "voices": [checked(voice) for voice in voices],
            "first": checked(client.voices.get(voices[0].voice_id)),
            "found": ids(client.voices.search(search=voices[0].name)),
            "own": checked(client.voices.get(own_voice)),
            "ownFound": ids(client.voices.search(search="Mine")),
            "ofStranger": ids(stranger.voices.get_all()) + ids(stranger.voices.search()),
            "ownForStranger": refusal(stranger.voices.get, own_voice),
            "missingVoice": refusal(stranger.voices.get, "nobody"),
            "models": [checked(model) for model in client.models.list()],
            "user": checked(client.user.get()),
            "subscription": checked(client.user.subscription.get()),
            "strangersUser": refusal(stranger.user.get),
            "emptyText": refused_speech(text=""),
            "unknownModel": refused_speech(model_id="eleven_v99"),
            "unknownVoice": refused_speech(voice="nobody"),
            "unknownKey": refused_speech(client_of("utter_nobody")),
            "timed": timed(client.text_to_speech.convert_with_timestamps),
            "timedStream": timed(client.text_to_speech.stream_with_timestamps),
            "timedForStranger": refusal(stranger.text_to_speech.convert_with_timestamps, george, **text),
        }
    )
)
