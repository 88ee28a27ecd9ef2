"""Writes down what is said in sound files: {"path", "language"?} a line in, {"text", "language", "words"} a line out. Words have seconds."""

import json
import sys

from faster_whisper import WhisperModel

model = WhisperModel(sys.argv[1], device="cpu", compute_type="int8", cpu_threads=1)
for line in sys.stdin:
    request = json.loads(line)
    # Other temperatures are drawn by chance, and an earlier file is no context of the next.
    segments, info = model.transcribe(
        request["path"],
        language=request.get("language"),
        beam_size=5,
        temperature=0,
        condition_on_previous_text=False,
        word_timestamps=True,
    )
    segments = list(segments)
    text = " ".join(segment.text.strip() for segment in segments)
    words = [
        {"word": word.word.strip(), "start": float(word.start), "end": float(word.end)}
        for segment in segments
        for word in segment.words
    ]
    print(json.dumps({"text": text, "language": info.language, "words": words}), flush=True)
