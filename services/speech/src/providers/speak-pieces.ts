import { VendorError } from '@utter/contracts/vendor-error'
import { latinForm } from '@utter/text/language/latin-form'
import { speaks } from '@utter/text/language/speaks'
import { spokenText } from '@utter/text/spoken-text'
import { withSounds } from '../domain/marks/said-words.ts'
import { nothingToSpeak } from '../domain/nothing-to-speak.ts'
import type { SpeakRequest, SpokenChunk, SpokenPieceOfVoice } from '../domain/voice.ts'
import { piecesOf } from '../text/pieces.ts'
import { ended, spokenForm } from '../text/spoken-form.ts'

type Options = {
  signal: AbortSignal
  /** The voice's: without another of them the text is worded in the first, and words in scripts of none of them come in Latin letters. */
  languages: string[]
  /** The factor by which what the voice speaks must still be quickened. */
  tempo?: number
  /** A further change that the voice needs in a text before it is cut. */
  form?: (text: string) => string
}

/**
 * A text, spoken piece by piece by a voice of this machine, with the pause that follows each. The next piece begins when the consumer
 * requests it, so memory holds one piece, and pieces of several texts take turns.
 */
export async function* speakPieces(
  {
    text,
    language: asked = '',
    normalization,
    words: said = [],
    spoken: spokenBefore,
  }: Pick<SpeakRequest, 'text' | 'language' | 'normalization' | 'words' | 'spoken'>,
  speakPiece: (text: string) => Promise<SpokenPieceOfVoice>,
  { signal, languages, tempo = 1, form = (spoken) => spoken }: Options,
): AsyncGenerator<SpokenChunk> {
  const [first = 'en'] = languages
  const language = asked && speaks(languages, asked) ? asked : first
  const spoken = latinForm(spokenText(text, { language, normalization }), languages)
  const pieces = piecesOf(form(spokenForm(spoken, normalization === 'off' ? undefined : language)), language)
  if (pieces.length === 0) throw nothingToSpeak()
  const beforeAt = spokenBefore?.(pieces.map((piece) => piece.text))
  for (const [index, { text: piece, pauseMs, done }] of pieces.entries()) {
    const before = await beforeAt?.(index)
    const { samples, sampleRate, words } =
      before ??
      (await speakPiece(withSounds(ended(piece), said)).catch((error: unknown) => {
        signal.throwIfAborted()
        if (error instanceof VendorError) throw error
        throw new VendorError('transient', 'voice_failed', 'The voice did not answer', { cause: error })
      }))
    yield {
      text: piece,
      samples: before ? samples : faded(samples, sampleRate),
      sampleRate,
      pauseMs,
      done,
      tempo,
      ...(words && { words }),
      ...(before?.take !== undefined && { take: before.take }),
    }
  }
}

/** The last 5 ms fade: a voice may stop above zero, and the step would be a click. */
function faded(samples: Float32Array, sampleRate: number): Float32Array {
  const length = Math.min(samples.length, Math.round(sampleRate * 0.005))
  for (let left = 0; left < length; left++)
    samples[samples.length - 1 - left] = (samples[samples.length - 1 - left] ?? 0) * (left / length)
  return samples
}
