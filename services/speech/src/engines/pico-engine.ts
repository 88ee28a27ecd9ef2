import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import openPico from '@echogarden/svoxpico-wasm'
import { samplesOfPcm } from '../audio/pcm.ts'
import type { Samples } from '../audio/wav.ts'
import { openPicoVoice, type SpeakPico } from './pico-voice.ts'
import { serveEngine } from './serve-engine.ts'

/** `files` are the voice's; `speed` 2 is twice as fast. */
export type PicoRequest = { text: string; files: readonly string[]; speed: number }

const sampleRate = 16_000
/** At its own 100 the peaks of all voices but the French one are cut off, at 70 some still are. */
const volume = 50
/** Its voices end in up to half a second of silence, beside the pause that a text's piece has. */
const closingSilenceMs = 40
/** Louder is no silence: −50 dBFS. */
const silence = 0.003

const [dir = ''] = process.argv.slice(2)
const pico = await openPico()
const voices = new Map<string, SpeakPico>()

serveEngine<PicoRequest, Samples>(async ({ text, files, speed }) => {
  try {
    const speak = await voiceOf(files)
    const level = Math.round(speed * 100)
    const pcm = Buffer.concat(speak(`<volume level="${volume}"><speed level="${level}">${plain(text)}`))
    return { samples: closed(samplesOfPcm(pcm)), sampleRate }
  } catch (error) {
    // Its memory may be damaged: the next text gets another process.
    setImmediate(() => process.exit(1))
    throw error
  }
})

async function voiceOf(files: readonly string[]): Promise<SpeakPico> {
  const key = files.join()
  const known = voices.get(key)
  if (known) return known
  const read = files.map(async (name) => ({ name, bytes: await readFile(join(dir, name)) }))
  const opened = openPicoVoice(pico, await Promise.all(read))
  voices.set(key, opened)
  return opened
}

/** Without tags of its own, some of which open files. */
function plain(text: string): string {
  return text.replaceAll(/[<>\0]/g, ' ')
}

/** Without the silence at its end, but for so much that the last sound fades. */
function closed(samples: Float32Array): Float32Array {
  const last = samples.findLastIndex((sample) => Math.abs(sample) > silence)
  return samples.subarray(0, last + 1 + Math.round((closingSilenceMs * sampleRate) / 1000))
}
