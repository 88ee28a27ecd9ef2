import { createRequire } from 'node:module'
import { type Samples, samplesOfWav } from '../audio/wav.ts'
import { serveEngine } from './serve-engine.ts'

/** `pitch`, `range` and `speed` are factors of the variant's own. */
export type EspeakRequest = { text: string; variant: string; pitch: number; range: number; speed: number }

// Where there is a fetch, eSpeak's loader tries it on a file path first and complains on the console.
Reflect.deleteProperty(globalThis, 'fetch')
const text2wav = createRequire(import.meta.url)('text2wav') as (
  text: string,
  options: Record<string, string | number | boolean>,
) => Promise<Uint8Array>

serveEngine<EspeakRequest, Samples>(async ({ text, variant, pitch, range, speed }) => {
  try {
    // By SSML, since the option for the pitch is one figure for every voice. A leading hyphen would be taken for an option of its command
    // line; a leading space is not spoken.
    const marked = ` <prosody rate="${percent(speed)}" pitch="${percent(pitch)}" range="${percent(range)}">${escaped(text)}</prosody>`
    return closed(samplesOfWav(await text2wav(marked, { voice: variant, speed: wordsPerMinute, hasTags: true })))
  } finally {
    // Each call adds its own, and none removes them.
    process.removeAllListeners('uncaughtException').removeAllListeners('unhandledRejection')
  }
})

const wordsPerMinute = 160
const closingSilenceMs = 40
const percent = (factor: number) => `${Math.round(factor * 100)}%`
const escaped = (text: string) => text.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/** With silence after them: samples may stop short where a letter ends the text. */
function closed({ samples, sampleRate }: Samples): Samples {
  const longer = new Float32Array(samples.length + Math.round((closingSilenceMs * sampleRate) / 1000))
  longer.set(samples)
  return { samples: longer, sampleRate }
}
