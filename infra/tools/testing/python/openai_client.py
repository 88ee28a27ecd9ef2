"""Asks an address as a program with OpenAI's own client does, and prints what it was given as one line of JSON."""

import json
import sys

from openai import AuthenticationError, BadRequestError, NotFoundError, OpenAI

base_url, api_key = sys.argv[1:]


def client_of(key):
    return OpenAI(api_key=key, base_url=base_url, max_retries=0)


client = client_of(api_key)
request = {"model": "tts-1", "voice": "alloy", "input": "Good morning from Python."}


def sound(form):
    with client.audio.speech.with_streaming_response.create(**request, response_format=form) as answer:
        content = b"".join(answer.iter_bytes())
        return {"type": answer.headers["content-type"], "start": content[:4].hex(), "length": len(content)}


def events():
    answer = client.audio.speech.with_raw_response.create(**request, stream_format="sse")
    lines = answer.http_response.text.split("\n")
    return [json.loads(line[6:])["type"] for line in lines if line.startswith("data: ")]


def refusal(kind, key=api_key, **more):
    try:
        client_of(key).audio.speech.create(**{**request, **more})
    except kind as error:
        return {"status": error.status_code, "param": error.param, "code": error.code, "text": error.body["message"]}


print(
    json.dumps(
        {
            "models": [model.id for model in client.models.list()],
            "model": client.models.retrieve("tts-1").object,
            "sounds": {form: sound(form) for form in ("mp3", "wav", "opus", "flac", "aac", "pcm")},
            "events": events(),
            "emptyText": refusal(BadRequestError, input=""),
            "unknownModel": refusal(NotFoundError, model="gpt-9"),
            "unknownKey": refusal(AuthenticationError, key="utter_nobody"),
        }
    )
)
