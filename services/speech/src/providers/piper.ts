import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { mustFind } from '../domain/find-voice.ts'
import type { SpeechProvider, Voice } from '../domain/voice.ts'
import { openPiperEngine } from '../engines/piper/open-piper.ts'
import { placeOf } from './place.ts'
import { speakByPiper } from './speak-by-piper.ts'

const VoiceFile = z.object({
  name: z.string(),
  language: z.string(),
  sex: z.optional(z.enum(['female', 'male'])),
})

export type PiperOptions = {
  /** The folder that `prepareVoice` makes: model.onnx, model.onnx.json, voice.json. */
  dir: string
  /** Pieces spoken at once, one core each; others wait. All cores but one when not given. */
  slots?: number
}

const loadLimitMs = 60_000

/**
 * A real voice on this machine: a Piper model by ONNX Runtime, about 0.15 s of one core per second of speech. Loaded by `ready` or the first
 * text; `scalesOf` maps the settings, one process for all of them. It speaks the model's one language.
 * Throws when the folder is not whole.
 */
export async function openPiper({ dir, slots = Math.max(1, availableParallelism() - 1) }: PiperOptions) {
  const file = VoiceFile.parse(JSON.parse(await readFile(join(dir, 'voice.json'), 'utf8')))
  for (const part of ['model.onnx', 'model.onnx.json']) await access(join(dir, part))
  const voices = [voiceOf(file, await digestOf(join(dir, 'model.onnx')))]
  const engine = openPiperEngine(join(dir, 'model.onnx'), slots)

  const provider: SpeechProvider = {
    name: 'piper',
    voices: async () => voices,
    async *speak(request, { signal }) {
      const { languages } = mustFind(voices, request.voiceId)
      yield* speakByPiper(engine.call, { ...request, languages, signal })
    },
    close: () => engine.close(),
  }
  return {
    ...provider,
    /** Resolves when the voice is loaded: a worker that awaits it takes no work before. */
    async ready(): Promise<void> {
      await engine.call('load', { signal: AbortSignal.timeout(loadLimitMs) })
    },
  }
}

/** `joe` becomes Joe, `en-US` English (US). */
const voiceOf = ({ name, language, sex }: z.infer<typeof VoiceFile>, digest: string): Voice => ({
  id: name,
  name: name.charAt(0).toUpperCase() + name.slice(1),
  description: `${placeOf(language)}, on this machine`,
  language,
  languages: [language],
  ...(sex && { sex }),
  speedClass: 'quick',
  settings: ['stability', 'style'],
  phonemes: true,
  provider: 'piper',
  model: `${name}-${digest}`,
  aliases: [],
})

/** Hash of the model's bytes, since no file of a voice names its version: 0.3 s for 60 MB. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer)
  return hash.digest('hex').slice(0, 12)
}
