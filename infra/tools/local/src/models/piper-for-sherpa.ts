/** The fields of a Piper voice's `.onnx.json` that are needed here. */
export type PiperConfig = {
  audio: { sample_rate: number }
  espeak: { voice: string }
  language: { code: string; name_english: string }
  num_speakers: number
  phoneme_id_map: Record<string, number[]>
  dataset: string
}

/** sherpa-onnx reads a voice's symbols from `tokens.txt`, one `symbol id` a line; Piper ships them in its json. */
export function tokensText({ phoneme_id_map }: PiperConfig): string {
  return Object.entries(phoneme_id_map)
    .map(([symbol, [id]]) => `${symbol} ${id}\n`)
    .join('')
}

/**
 * The bytes that, appended to Piper's ONNX file, give it the metadata that sherpa-onnx asks for. A protobuf message may
 * be written in parts, and field 14 of ONNX's ModelProto is `repeated StringStringEntryProto metadata_props`
 * (key = 1, value = 2), so nothing of the model has to be parsed.
 */
export function onnxMetadata({ audio, espeak, language, num_speakers }: PiperConfig): Uint8Array {
  const props = {
    model_type: 'vits',
    comment: 'piper',
    language: language.name_english,
    voice: espeak.voice,
    has_espeak: '1',
    n_speakers: String(num_speakers),
    sample_rate: String(audio.sample_rate),
  }
  const entries = Object.entries(props).map(([key, value]) =>
    field(14, Buffer.concat([field(1, Buffer.from(key)), field(2, Buffer.from(value))])),
  )
  return Buffer.concat(entries)
}

/** A length-delimited protobuf field (wire type 2). */
function field(number: number, bytes: Uint8Array): Uint8Array {
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128)
  return Uint8Array.from([...bytes, value])
}
