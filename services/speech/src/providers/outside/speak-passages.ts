import { plainText } from '@utter/text/markdown/plain-text'
import { nothingToSpeak } from '../../domain/nothing-to-speak.ts'
import type { SpeakRequest, SpokenChunk, SpokenPieceOfVoice } from '../../domain/voice.ts'
import { passagesOf } from '../../text/passages.ts'

/**
 * The longest passage, in characters: a minute of speech. ElevenLabs and OpenAI allow 2,500 and more, but progress is reported,
 * and a part that was left out is spoken and paid for again, by passages.
 */
export const maxPassageLength = 1_000

/** The texts before and after a passage, from which a vendor takes how to go on and how to end. */
export type Context = { before?: string; after?: string }

/** A text, spoken passage by passage by a vendor outside; the next begins when the consumer requests it. */
export async function* speakPassages(
  { text, language, normalization, spoken }: Pick<SpeakRequest, 'text' | 'language' | 'normalization' | 'spoken'>,
  speak: (passage: string, context: Context) => Promise<SpokenPieceOfVoice>,
  { maxLength = maxPassageLength, tempo = 1 }: { maxLength?: number; tempo?: number } = {},
): AsyncGenerator<SpokenChunk> {
  // Characters, signs and figures are left as they are: these vendors word them by themselves.
  const passages = passagesOf(normalization === 'off' ? text : plainText(text), { maxLength, language })
  if (passages.length === 0) throw nothingToSpeak()
  const spokenAt = spoken?.(passages.map((passage) => passage.text))
  for (const [index, { text: passage, pauseMs, done }] of passages.entries()) {
    const [before, after] = [passages[index - 1]?.text, passages[index + 1]?.text]
    const sound =
      (await spokenAt?.(index)) ?? (await speak(passage, { ...(before && { before }), ...(after && { after }) }))
    yield { ...sound, text: passage, pauseMs, done, tempo }
  }
}
