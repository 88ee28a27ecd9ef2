import { readFile } from 'node:fs/promises'
import type { Samples } from '../../audio/wav.ts'
import { joinSamples } from '../../domain/join-samples.ts'
import { floats, integers, openSession } from '../onnx-session.ts'
import { openPhonemes, phonemeParts } from '../phonemes.ts'
import { serveEngine } from '../serve-engine.ts'
import { PiperConfig } from './piper-config.ts'

/** `scales` are Piper's: noise of the tone, length (2 is half as fast), noise of the rhythm. */
export type PiperRequest = { text: string; scales: [noise: number, length: number, noiseW: number] } | 'load'

/** The longest sentence that is run at once, in sounds: about 30 s of speech. */
const maxSounds = 400

const [model = ''] = process.argv.slice(2)
const loading = load()
// Each request has its reason.
loading.catch(() => {})

async function load() {
  const [session, phonemesOf, config] = await Promise.all([
    openSession(model, 1),
    openPhonemes(),
    readFile(`${model}.json`, 'utf8').then((text) => PiperConfig.parse(JSON.parse(text))),
  ])
  return { session, phonemesOf, config }
}

serveEngine<PiperRequest, Samples>(async (request) => {
  const { session, phonemesOf, config } = await loading.catch((error: unknown) => {
    // The next request gets a process that tries again.
    setImmediate(() => process.exit(1))
    throw error
  })
  const { sample_rate: sampleRate } = config.audio
  if (request === 'load') return { samples: new Float32Array(), sampleRate }
  const parts: Float32Array[] = []
  for (const part of phonemeParts(phonemesOf(request.text, config.espeak.voice), maxSounds)) {
    const ids = tokensOf(part, config.phoneme_id_map)
    const { output } = await session.run({
      input: integers(ids, [1, ids.length]),
      input_lengths: integers([ids.length], [1]),
      scales: floats(request.scales, [3]),
      // A model of several speakers speaks as its first.
      ...(session.inputNames.includes('sid') && { sid: integers([0], [1]) }),
    })
    parts.push(output?.data as Float32Array)
  }
  return { samples: joinSamples(parts), sampleRate }
})

/** As the voices were trained: `^`, each sound and a pad `_` behind it, `$`. A sound that the voice does not know is left out. */
function tokensOf(sounds: string, known: Record<string, number[]>): number[] {
  const idsOf = (sound: string): number[] => known[sound] ?? []
  const pad = idsOf('_')
  const spoken = [...sounds.normalize('NFD')].flatMap((sound) => idsOf(sound).flatMap((id) => [id, ...pad]))
  return [...idsOf('^'), ...pad, ...spoken, ...idsOf('$')]
}
