import { createHash } from 'node:crypto'
import { textRulesVersion } from '@utter/text/rules-version'
import type { SpeakRequest, SpokenPieceOfVoice, Voice } from '../voice.ts'

/** Pieces of a reply that were spoken while it was written, for the step that speaks it: they are kept for half a minute, wherever they were spoken. */
export type SpokenAhead = {
  put(jobId: string, key: string, piece: SpokenPieceOfVoice & { take: string }): Promise<void>
  /** A piece, once: it is spoken anew for whoever wants it again. Undefined where there is none, or Redis is unavailable. */
  take(jobId: string, key: string): Promise<SpokenPieceOfVoice | undefined>
  /** Says for a second that a sentence of the job is being spoken. */
  hold(jobId: string): Promise<void>
  leave(jobId: string): Promise<void>
}

type Asked = Pick<SpeakRequest, 'settings' | 'language' | 'normalization'>

/** The name of a piece by all that its sound depends on: two pieces of one name sound the same. */
export const pieceKeys = (
  { settings, language, normalization }: Asked,
  voice: Pick<Voice, 'id' | 'model'> | undefined,
) => {
  const sorted = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1))
  const asked = [voice?.id, voice?.model, sorted, language, normalization, textRulesVersion]
  return (text: string): string =>
    createHash('sha256')
      .update(JSON.stringify([...asked, text]))
      .digest('base64url')
}

/** The keys of pieces in the order in which they come: a sentence that is said twice is two pieces. */
export function occurrenceKeys(keyOf: (text: string) => string): (text: string) => string {
  const seen = new Map<string, number>()
  return (text) => {
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return `${keyOf(text)} ${count}`
  }
}
