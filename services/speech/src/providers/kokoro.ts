import { access, readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { mustFind } from '../domain/find-voice.ts'
import type { SpeakRequest, SpeechProvider } from '../domain/voice.ts'
import { openEngine } from '../engines/engine.ts'
import type { KokoroAnswer, KokoroRequest } from '../engines/kokoro-engine.ts'
import { kokoroVoices, languageOfVoice } from './kokoro-voices.ts'
import { speakPieces } from './speak-pieces.ts'

export type KokoroOptions = {
  /** The folder that `prepareKokoro` makes: model.onnx, vocab.json, voices/. */
  dir: string
  /** Cores that one text in flight may use; half as many texts are spoken at once. All when not given. */
  cores?: number
}

/** The model and its version; its file is the same everywhere, by its sum. */
const model = 'kokoro-82M-v1.0'
/** More threads than this help one text no further. */
const maxThreads = 4
/** It holds 800 MB; the rest is for the longest pieces. */
export const kokoroMaxRssBytes = 1_400e6
const loadLimitMs = 120_000
const trialText = 'This is how long it takes to say a sentence of the usual length.'

/**
 * Natural voices in seven languages on this machine: Kokoro by ONNX Runtime, about one second of a core per second of speech and 800 MB for
 * all voices together. Loaded by `ready` or the first text. The four settings have no counterpart.
 * Throws when the folder is not whole.
 */
export async function openKokoro({ dir, cores = availableParallelism() }: KokoroOptions) {
  for (const part of ['model.onnx', 'vocab.json']) await access(join(dir, part))
  const files = (await readdir(join(dir, 'voices'))).filter((name) => name.endsWith('.bin'))
  const voices = kokoroVoices(
    files.map((name) => name.replace(/\.bin$/, '')),
    model,
  )
  const threads = Math.min(cores, maxThreads)
  const engine = openEngine<KokoroRequest, KokoroAnswer>(new URL('../engines/kokoro-engine.ts', import.meta.url), {
    ...{
      args: [dir, String(threads)],
      concurrency: Math.max(1, Math.floor(cores / 2)),
      maxRssBytes: kokoroMaxRssBytes,
    },
  })
  type Saying = Pick<SpeakRequest, 'text' | 'voiceId' | 'blend' | 'whenIdle'> & { speed?: number | undefined }
  /** In the language of the voice, which is the first of a blend. */
  const say = async (
    { text, voiceId, blend = [{ voiceId, weight: 1 }], whenIdle = false, speed = 1 }: Saying,
    signal: AbortSignal,
  ): Promise<KokoroAnswer> => {
    const language = languageOfVoice(mustFind(voices, voiceId).id)?.espeak ?? ''
    const parts = blend.map((part) => ({ voice: mustFind(voices, part.voiceId).id, weight: part.weight }))
    return engine.call({ text, parts, language, speed }, { signal, whenIdle })
  }

  const provider: SpeechProvider = {
    name: 'kokoro',
    voices: async () => voices,
    async *speak(request, { signal }) {
      const { settings, ...asked } = request
      const { languages } = mustFind(voices, asked.voiceId)
      signal.throwIfAborted()
      const speak = (piece: string) => say({ ...asked, text: piece, speed: settings.speed }, signal)
      yield* speakPieces(asked, speak, { signal, languages })
    },
    close: () => engine.close(),
  }
  return {
    ...provider,
    model,
    /** Resolves when the model is loaded: a worker that awaits it takes no work before. */
    async ready(): Promise<void> {
      await engine.call('load', { signal: AbortSignal.timeout(loadLimitMs) })
    },
    /**
     * Time that a second of speech takes on this machine, in seconds, with nothing else running: by the time of its threads, so that other
     * work does not count.
     */
    async realTimeFactor(): Promise<number> {
      const signal = AbortSignal.timeout(loadLimitMs)
      const voiceId = voices[0]?.id ?? ''
      await say({ text: 'Ready.', voiceId }, signal) // The first run makes buffers.
      const { samples, sampleRate, cpuSeconds } = await say({ text: trialText, voiceId }, signal)
      return cpuSeconds / threads / (samples.length / sampleRate)
    },
  }
}
export type Kokoro = Awaited<ReturnType<typeof openKokoro>>
