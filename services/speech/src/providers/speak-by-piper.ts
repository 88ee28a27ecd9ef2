import type { SpeakRequest, SpokenChunk } from '../domain/voice.ts'
import type { PiperEngine } from '../engines/piper/open-piper.ts'
import { piperSpeed, scalesOf } from './expression.ts'
import { speakPieces } from './speak-pieces.ts'

type Request = Omit<SpeakRequest, 'voiceId'> & { languages: string[]; signal: AbortSignal }

/** A text by an engine of Piper's. */
export async function* speakByPiper(
  call: PiperEngine['call'],
  { settings, languages, signal, seed, ...asked }: Request,
): AsyncGenerator<SpokenChunk> {
  signal.throwIfAborted()
  const scales = scalesOf(settings)
  const { speed = 1 } = settings
  const speak = (piece: string) => call({ text: piece, scales, seed }, { signal, whenIdle: asked.whenIdle ?? false })
  yield* speakPieces(asked, speak, { signal, languages, tempo: speed / piperSpeed(speed) })
}
