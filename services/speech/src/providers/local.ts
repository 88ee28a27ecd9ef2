import { access, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { mustKnow, namesOf } from '../domain/known-voices.ts'
import { openSlots } from '../domain/slots.ts'
import { openThread } from '../domain/thread.ts'
import type { SpeechProvider } from '../domain/voice.ts'
import { type Expression, expressionOf } from './expression.ts'
import type { LocalAnswer, LocalRequest } from './local-thread.ts'
import { speakPieces } from './speak-pieces.ts'

type VoiceFile = { name: string; sampleRate: number; language: string }
type Engine = { thread: ReturnType<typeof openThread<LocalRequest, LocalAnswer>>; speaking: number }

export type LocalVoiceOptions = {
  /** The folder that `prepareVoice` makes: model.onnx, tokens.txt, espeak-ng-data/, voice.json. */
  dir: string
  /** How many pieces are spoken at once, one core each; what is over waits. All cores but one when not given. */
  slots?: number
}

/**
 * A real voice on this machine: a Piper model by sherpa-onnx, about 0.15 s of one core per second of speech. Loaded by
 * `ready` or the first text, 300 MB; `expressionOf` says how far settings go. The languages it knows are the model's one.
 * Throws when the folder is not whole, since the engine would end the process over a missing file.
 */
export async function openLocalVoice({
  dir,
  slots: slotCount = Math.max(1, availableParallelism() - 1),
}: LocalVoiceOptions) {
  const file = JSON.parse(await readFile(join(dir, 'voice.json'), 'utf8')) as VoiceFile
  for (const part of ['model.onnx', 'tokens.txt', 'espeak-ng-data/phontab']) await access(join(dir, part))
  const known = namesOf({ ...file, description: 'The voice of this machine', provider: 'local' })
  const slots = openSlots(slotCount)
  const engines = new Map<string, Engine>()
  const mostEngines = Math.max(2, slotCount)

  /** The engine for an expression, the one used longest ago leaving for it. Asked for under a slot, so one is always idle. */
  const engineFor = (expression: Expression): Engine => {
    const key = `${expression.noiseScale}/${expression.noiseScaleW}`
    const engine = engines.get(key) ?? {
      thread: openThread(new URL('./local-thread.ts', import.meta.url), { dir, ...expression }),
      speaking: 0,
    }
    engines.delete(key)
    engines.set(key, engine)
    for (const [otherKey, other] of engines) {
      if (engines.size <= mostEngines) break
      if (other === engine || other.speaking > 0) continue
      engines.delete(otherKey)
      void other.thread.close()
    }
    return engine
  }

  const ask = async (request: LocalRequest, expression: Expression, signal: AbortSignal): Promise<LocalAnswer> => {
    const release = await slots.take(signal)
    const engine = engineFor(expression)
    engine.speaking++
    const onFree = () => {
      engine.speaking--
      release()
    }
    return engine.thread.call(request, { signal, onFree })
  }

  const provider: SpeechProvider = {
    name: 'local',
    voices: async () => known,
    async *speak({ text, voiceId, settings }, { signal }) {
      mustKnow(known, voiceId)
      signal.throwIfAborted()
      yield* speakPieces(text, (piece) => ask({ text: piece }, expressionOf(settings), signal), signal)
    },
    async close() {
      await Promise.all([...engines.values()].map(({ thread }) => thread.close()))
      engines.clear()
    },
  }

  return {
    ...provider,
    /** Resolves when the voice is loaded; a worker that awaits it takes no work before it can do it. */
    async ready(): Promise<void> {
      await ask(
        'load',
        expressionOf({ stability: 0.5, style: 0.2, similarityBoost: 0.8, speakerBoost: true }),
        AbortSignal.timeout(60_000),
      )
    },
  }
}
