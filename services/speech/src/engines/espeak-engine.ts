import { createRequire } from 'node:module'
import { serveEngine } from './serve-engine.ts'

export type EspeakRequest = { text: string; options: Record<string, string | number | boolean> }
export type EspeakAnswer = { samples: Float32Array; sampleRate: number }

// Where there is a fetch, eSpeak's loader tries it on a file path first and complains on the console.
Reflect.deleteProperty(globalThis, 'fetch')
const text2wav = createRequire(import.meta.url)('text2wav') as (
  text: string,
  options: EspeakRequest['options'],
) => Promise<Uint8Array>

serveEngine<EspeakRequest, EspeakAnswer>(async ({ text, options }) => {
  try {
    // A leading hyphen would be taken for an option of its command line; a leading space is not spoken.
    return samplesOf(await text2wav(` ${text}`, options))
  } finally {
    // Each call adds its own, and none removes them.
    process.removeAllListeners('uncaughtException').removeAllListeners('unhandledRejection')
  }
})

const closingSilenceMs = 40

/** Mono 16-bit WAV as eSpeak writes it: a header of 44 bytes, then samples, which may stop short where a letter ends the text. */
function samplesOf(wav: Uint8Array): EspeakAnswer {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength)
  const sampleRate = view.getUint32(24, true)
  const spoken = Math.floor((wav.byteLength - 44) / 2)
  const samples = new Float32Array(spoken + Math.round((closingSilenceMs * sampleRate) / 1000))
  for (let at = 0; at < spoken; at++) samples[at] = view.getInt16(44 + at * 2, true) / 32768
  return { samples, sampleRate }
}
