import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Samples } from '../audio/wav.ts'
import { joinSamples } from '../domain/join-samples.ts'
import { floats, integers, openSession } from './onnx-session.ts'
import { openPhonemes, phonemeParts } from './phonemes.ts'
import { serveEngine } from './serve-engine.ts'

/** `scales` are Piper's: noise of the tone, length (2 is half as fast), noise of the rhythm. */
export type PiperRequest = { text: string; scales: [noise: number, length: number, noiseW: number] } | 'load'

/** The part of a Piper voice's `.onnx.json` that speaking needs. */
const PiperConfig = z.object({
  audio: z.object({ sample_rate: z.number() }),
  espeak: z.object({ voice: z.string() }),
  phoneme_id_map: z.record(z.string(), z.array(z.number())),
})

/** The longest sentence that is run at once, in sounds: about 30 s of speech. */
const maxSounds = 400

const [dir = ''] = process.argv.slice(2)
const [session, phonemesOf, config] = await Promise.all([
  openSession(join(dir, 'model.onnx'), 1),
  openPhonemes(),
  readFile(join(dir, 'model.onnx.json'), 'utf8').then((text) => PiperConfig.parse(JSON.parse(text))),
])
const { sample_rate: sampleRate } = config.audio
const idsOf = (sound: string): number[] => config.phoneme_id_map[sound] ?? []

serveEngine<PiperRequest, Samples>(async (request) => {
  if (request === 'load') return { samples: new Float32Array(), sampleRate }
  const parts: Float32Array[] = []
  for (const part of phonemeParts(phonemesOf(request.text, config.espeak.voice), maxSounds)) {
    const ids = tokensOf(part)
    const { output } = await session.run({
      input: integers(ids, [1, ids.length]),
      input_lengths: integers([ids.length], [1]),
      scales: floats(request.scales, [3]),
    })
    parts.push(output?.data as Float32Array)
  }
  return { samples: joinSamples(parts), sampleRate }
})

/** As the voices were trained: `^`, each sound and a pad `_` behind it, `$`. A sound that the voice does not know is left out. */
function tokensOf(sounds: string): number[] {
  const pad = idsOf('_')
  const known = [...sounds.normalize('NFD')].flatMap((sound) => idsOf(sound).flatMap((id) => [id, ...pad]))
  return [...idsOf('^'), ...pad, ...known, ...idsOf('$')]
}
