import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createSemaphore } from '@utter/runtime/semaphore'
import { mustFind } from '../domain/find-voice.ts'
import type { SpeechProvider, Voice } from '../domain/voice.ts'
import { type Engine, openEngine } from '../engines/engine.ts'
import type { PiperAnswer, PiperRequest } from '../engines/piper-engine.ts'
import { type Expression, expressionOf } from './expression.ts'
import { speakPieces } from './speak-pieces.ts'

type VoiceFile = { name: string; sampleRate: number; language: string }
type Model = { engine: Engine<PiperRequest, PiperAnswer>; speaking: number }

export type PiperOptions = {
  /** The folder that `prepareVoice` makes: model.onnx, tokens.txt, espeak-ng-data/, voice.json. */
  dir: string
  /** Pieces spoken at once, one core each; others wait. All cores but one when not given. */
  slots?: number
}

/**
 * A real voice on this machine: a Piper model by sherpa-onnx, about 0.15 s of one core per second of speech. Loaded by
 * `ready` or the first text, 300 MB; `expressionOf` maps the settings. It speaks the model's one language.
 * Throws when the folder is not whole, since the engine would end the process over a missing file.
 */
export async function openPiper({ dir, slots: slotCount = Math.max(1, availableParallelism() - 1) }: PiperOptions) {
  const file = JSON.parse(await readFile(join(dir, 'voice.json'), 'utf8')) as VoiceFile
  for (const part of ['model.onnx', 'tokens.txt', 'espeak-ng-data/phontab']) await access(join(dir, part))
  const voices = [voiceOf(file, await digestOf(join(dir, 'model.onnx')))]
  const slots = createSemaphore(slotCount)
  const models = new Map<string, Model>()
  const maxModels = Math.max(2, slotCount)

  /** The model for an expression; the least recently used is closed for it. Called under a slot, so one is always idle. */
  const modelFor = ({ noiseScale, noiseScaleW }: Expression): Model => {
    const key = `${noiseScale}/${noiseScaleW}`
    const model = models.get(key) ?? {
      engine: openEngine(new URL('../engines/piper-engine.ts', import.meta.url), {
        args: [dir, String(noiseScale), String(noiseScaleW)],
        concurrency: slotCount,
      }),
      speaking: 0,
    }
    models.delete(key)
    models.set(key, model)
    for (const [otherKey, other] of models) {
      if (models.size <= maxModels) break
      if (other === model || other.speaking > 0) continue
      models.delete(otherKey)
      void other.engine.close()
    }
    return model
  }

  const ask = async (request: PiperRequest, expression: Expression, signal: AbortSignal): Promise<PiperAnswer> => {
    const release = await slots.acquire(signal)
    const model = modelFor(expression)
    model.speaking++
    const onFree = () => {
      model.speaking--
      release()
    }
    return model.engine.call(request, { signal, onFree })
  }

  const provider: SpeechProvider = {
    name: 'piper',
    voices: async () => voices,
    async *speak({ text, voiceId, settings }, { signal }) {
      mustFind(voices, voiceId)
      signal.throwIfAborted()
      yield* speakPieces(text, (piece) => ask({ text: piece }, expressionOf(settings), signal), { signal })
    },
    async close() {
      await Promise.all([...models.values()].map(({ engine }) => engine.close()))
      models.clear()
    },
  }

  return {
    ...provider,
    /** Resolves when the voice is loaded: a worker that awaits it takes no work before. */
    async ready(): Promise<void> {
      await ask(
        'load',
        expressionOf({ stability: 0.5, style: 0.2, similarityBoost: 0.8, speakerBoost: true }),
        AbortSignal.timeout(60_000),
      )
    },
  }
}

/** `joe` becomes Joe, `en-US` English (US). */
const voiceOf = ({ name, language }: VoiceFile, digest: string): Voice => ({
  id: name,
  name: name.charAt(0).toUpperCase() + name.slice(1),
  description: `${languages.of(language)}, on this machine`,
  language,
  languages: [language],
  speedClass: 'quick',
  settings: ['stability', 'style'],
  provider: 'piper',
  model: `${name}-${digest}`,
  aliases: [],
})
const languages = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard', style: 'short' })

/** Hash of the model's bytes, since no file of a voice names its version: 0.3 s for 60 MB. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer)
  return hash.digest('hex').slice(0, 12)
}
