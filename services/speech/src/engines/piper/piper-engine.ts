import { randomInt } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { maxSeed } from '@utter/contracts/http/jobs/job-seed'
import type { Samples } from '../../audio/wav.ts'
import { joinSamples } from '../../domain/samples.ts'
import { movedWords, type SoundedWords, soundedWords } from '../../domain/words/sounded-words.ts'
import { withGraph, withOutput } from '../onnx-model.ts'
import { floats, integers, openSession, type Session } from '../onnx-session.ts'
import { openPhonemes, phonemeParts, wordsOfPiece } from '../phonemes.ts'
import { serveEngine } from '../serve-engine.ts'
import { noiseOf } from './noise.ts'
import { withNoiseInputs } from './noise-graph.ts'
import { PiperConfig } from './piper-config.ts'

/**
 * `scales` are Piper's: noise of the tone, length (2 is half as fast), noise of the rhythm. The same `seed` gives the same samples, but of a model that is too
 * large to be read; absent: others each time.
 */
export type PiperRequest =
  | { text: string; scales: [noise: number, length: number, noiseW: number]; seed?: number | undefined }
  | 'load'

/** `words` are empty for a model that does not tell how long each of its sounds takes. */
export type PiperAnswer = Samples & { words: SoundedWords }

/** The value inside of a Piper model that has how many frames each sound takes. */
const durations = '/Ceil_output_0'
/** A larger model is read by the runtime alone: to look into it would take its size a second time. */
const maxReadBytes = 100e6

/** Floats of noise for each symbol: what the usual sentence needs, a little more than two frames of 192 channels. Longer ones have them several times. */
const noiseInRow = 3 * 192

/** The longest sentence that is run at once, in sounds: about 30 s of speech. */
const maxSounds = 400

const [model = ''] = process.argv.slice(2)
const loading = load()
// Each request has its reason.
loading.catch(() => {})

async function load() {
  const [{ session, noises }, phonemesOf, config] = await Promise.all([
    openModel(),
    openPhonemes(),
    readFile(`${model}.json`, 'utf8').then((text) => PiperConfig.parse(JSON.parse(text))),
  ])
  return { session, noises, phonemesOf, config }
}

/** With the names of its inputs of noise. */
async function openModel(): Promise<{ session: Session; noises: string[] }> {
  if ((await stat(model)).size > maxReadBytes) return { session: await openSession(model, 1), noises: [] }
  let noises: string[] = []
  const changed = withGraph(await readFile(model), (graph) => {
    const { inputs, ...taking } = withNoiseInputs(withOutput(graph, durations))
    noises = inputs
    return taking.graph
  })
  return { session: await openSession(changed, 1), noises }
}

serveEngine<PiperRequest, PiperAnswer>(async (request) => {
  const { session, noises, phonemesOf, config } = await loading.catch((error: unknown) => {
    // The next request gets a process that tries again.
    setImmediate(() => process.exit(1))
    throw error
  })
  const { sample_rate: sampleRate } = config.audio
  if (request === 'load') return { samples: new Float32Array(), sampleRate, words: [] }
  const { seed = randomInt(maxSeed + 1) } = request
  const parts: Float32Array[] = []
  const words: SoundedWords = []
  let beforeMs = 0
  for (const part of phonemeParts(phonemesOf(request.text, config.espeak.voice), maxSounds)) {
    const tokens = tokensOf(part, config.phoneme_id_map)
    const ids = tokens.map(({ id }) => id)
    const { output, [durations]: frames } = await session.run({
      input: integers(ids, [1, ids.length]),
      input_lengths: integers([ids.length], [1]),
      scales: floats(request.scales, [3]),
      ...Object.fromEntries(
        noises.map((name) => {
          const noise = noiseOf(seed, `${name} ${part}`, noiseInRow * ids.length)
          return [name, floats(noise, [noise.length])]
        }),
      ),
      // A model of several speakers speaks as its first.
      ...(session.inputNames.includes('sid') && { sid: integers([0], [1]) }),
    })
    const samples = output?.data as Float32Array
    const soundMs = (samples.length * 1_000) / sampleRate
    const symbols = tokens.map(({ symbol }) => symbol)
    const partFromMs = beforeMs
    if (frames)
      words.push(...movedWords(soundedWords(symbols, frames.data as Float32Array, soundMs), (ms) => partFromMs + ms))
    beforeMs += soundMs
    parts.push(samples)
  }
  const ofText = wordsOfPiece(request.text, words, (text) => phonemesOf(text, config.espeak.voice).normalize('NFD'))
  return { samples: joinSamples(parts), sampleRate, words: ofText }
})

type Token = { id: number; symbol: string }

/** As the voices were trained: `^`, each sound and a pad `_` behind it, `$`. A sound that the voice does not know is left out. */
function tokensOf(sounds: string, known: Record<string, number[]>): Token[] {
  const tokensFor = (sound: string, symbol = ''): Token[] => (known[sound] ?? []).map((id) => ({ id, symbol }))
  const pad = tokensFor('_')
  const spoken = [...sounds.normalize('NFD')].flatMap((sound) =>
    tokensFor(sound, sound).flatMap((token) => [token, ...pad]),
  )
  return [...tokensFor('^'), ...pad, ...spoken, ...tokensFor('$')]
}
