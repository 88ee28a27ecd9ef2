import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Samples } from '../audio/wav.ts'
import { joinSamples } from '../domain/samples.ts'
import { movedWords, type SoundedWords, soundedWords } from '../domain/words/sounded-words.ts'
import { withFloatWeights } from './float-weights.ts'
import { floats, integers, openSession } from './onnx-session.ts'
import { openPhonemes, phonemeParts, wordsOfPiece } from './phonemes.ts'
import { serveEngine } from './serve-engine.ts'

/**
 * `parts` are the voices that it is mixed from and their weights, which are divided by their sum; `language` is eSpeak's name of it; `speed`
 * 2 is twice as fast.
 */
export type KokoroRequest =
  | { text: string; parts: { voice: string; weight: number }[]; language: string; speed: number }
  | 'load'
/** `cpuSeconds` on all threads together. */
export type KokoroAnswer = Samples & { cpuSeconds: number; words: SoundedWords }

const sampleRate = 24_000
/** The model's own prediction of how many frames each token takes. */
const durations = '/encoder/Clip_output_0'
/** A frame: words are heard that much before what is predicted, by the onsets of sounds behind silences 17 to 40 ms, where those of Piper are within 5. */
const lateMs = 25
/** The model takes 510 tokens, and a voice has a row of 256 figures for each length up to that. */
const maxTokens = 510
const rowLength = 256
/** Below the model's own limit, since its memory grows with the longest that it has seen. */
const maxSounds = 400

const Vocabulary = z.object({ vocab: z.record(z.string(), z.number()) })

const [dir = '', threads = '1'] = process.argv.slice(2)
const [session, phonemesOf, { vocab }] = await Promise.all([
  readFile(join(dir, 'model.onnx')).then((model) =>
    openSession(withFloatWeights(model, 'audio', durations), Number(threads)),
  ),
  openPhonemes(),
  readFile(join(dir, 'vocab.json'), 'utf8').then((text) => Vocabulary.parse(JSON.parse(text))),
])
const rows = new Map<string, Float32Array>()

serveEngine<KokoroRequest, KokoroAnswer>(async (request) => {
  if (request === 'load') return { samples: new Float32Array(), sampleRate, cpuSeconds: 0, words: [] }
  const before = process.cpuUsage()
  const style = await mixed(request.parts)
  const parts: Float32Array[] = []
  const words: SoundedWords = []
  let beforeMs = 0
  for (const part of phonemeParts(soundsOf(request.text, request.language), maxSounds)) {
    const symbols = [...part].filter((sound) => vocab[sound] !== undefined).slice(0, maxTokens)
    const tokens = symbols.map((sound) => vocab[sound] ?? 0)
    if (tokens.length === 0) continue
    const row = Math.min(tokens.length, maxTokens - 1) * rowLength
    const { audio, [durations]: frames } = await session.run({
      tokens: integers([0, ...tokens, 0], [1, tokens.length + 2]),
      style: floats(style.subarray(row, row + rowLength), [1, rowLength]),
      speed: floats([request.speed], [1]),
    })
    const samples = audio?.data as Float32Array
    const soundMs = (samples.length * 1_000) / sampleRate
    const sounded = soundedWords(['', ...symbols, ''], (frames?.data ?? []) as Float32Array, soundMs)
    const partFromMs = beforeMs
    words.push(...movedWords(sounded, (ms) => partFromMs + Math.max(0, ms - lateMs)))
    beforeMs += soundMs
    parts.push(samples)
  }
  const { user, system } = process.cpuUsage(before)
  const ofText = wordsOfPiece(request.text, words, (text) => soundsOf(text, request.language))
  return { samples: joinSamples(parts), sampleRate, cpuSeconds: (user + system) / 1_000_000, words: ofText }
})

/** The English voices learned another sign for the r than eSpeak writes. */
function soundsOf(text: string, language: string): string {
  const sounds = phonemesOf(text, language)
  return language.startsWith('en') ? sounds.replaceAll('r', 'ɹ') : sounds
}

async function mixed(parts: { voice: string; weight: number }[]): Promise<Float32Array> {
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0)
  const voices = await Promise.all(
    parts.map(async ({ voice, weight }) => ({ row: await rowsOf(voice), weight: weight / whole })),
  )
  const [first] = voices
  if (first && voices.length === 1) return first.row
  const sum = new Float32Array(first?.row.length ?? 0)
  for (const { row, weight } of voices)
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + weight * (row[at] ?? 0)
  return sum
}

async function rowsOf(voice: string): Promise<Float32Array> {
  const known = rows.get(voice)
  if (known) return known
  const bytes = await readFile(join(dir, 'voices', `${voice}.bin`))
  const read = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  rows.set(voice, read)
  return read
}
