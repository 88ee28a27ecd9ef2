"""Writes down what is said in sound files: {"path", "language"?} a line in, {"text", "language"} a line out."""

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
    )
    text = " ".join(segment.text.strip() for segment in segments)
    print(json.dumps({"text": text, "language": info.language}), flush=True)
