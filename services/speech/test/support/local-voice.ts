import { resolve } from 'node:path'
import { prepareFlite } from '@utter/local/models/flite'
import { prepareKokoro } from '@utter/local/models/kokoro'
import { preparePico } from '@utter/local/models/pico'
import { dirOf } from '@utter/local/models/prepared'
import { prepareVoice } from '@utter/local/models/voice'
import { openAllVoices } from '../../src/providers/all-voices.ts'
import { openEspeak } from '../../src/providers/espeak.ts'
import { openFlite } from '../../src/providers/flite.ts'
import { openPiper } from '../../src/providers/piper.ts'

const repo = resolve(import.meta.dirname, '../../../..')
const cacheDir = process.env.UTTER_CACHE ?? resolve(repo, '.cache')

/** The folder of Piper's real voice, fetched on the first run of the tests. */
export const localVoiceDir = async (): Promise<string> => dirOf(await prepareVoice({ cacheDir, report: console.log }))

/** The folder of Kokoro's real voices, likewise. */
export const kokoroDir = async (): Promise<string> => dirOf(await prepareKokoro({ cacheDir, report: console.log }))

/** The folder of Pico's real voices, likewise. */
export const picoDir = async (): Promise<string> => dirOf(await preparePico({ cacheDir, report: console.log }))

/** The folder of the real flite, likewise. */
export const fliteDir = async (): Promise<string> =>
  dirOf(await prepareFlite({ cacheDir, env: process.env, report: console.log }))

/** The four English voices that a machine has by their own names, with eSpeak for what is missing. */
export const openInstalledVoices = async () =>
  openAllVoices([
    await openPiper({ dir: await localVoiceDir(), slots: 1 }),
    await openFlite({ dir: await fliteDir(), slots: 1 }),
    openEspeak(),
  ])

export const usual = { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true }
export const patience = (ms = 60_000) => ({ signal: AbortSignal.timeout(ms) })

const sentences = [
  'The harbour was quiet when the first boats came in, and nobody on the quay said a word. ',
  'An old man counted the crates twice; then he wrote the number down in a small green book. ',
  '"Forty-one," he said, "and not one more than yesterday." ',
  'Somewhere behind the warehouses a door opened, closed, and opened again. ',
]

/** English prose of exactly so many characters, ending in a whole sentence's full stop. */
export function prose(length: number): string {
  const text = sentences.join('').repeat(Math.ceil(length / 300))
  return `${text.slice(0, length - 1)}.`
}
