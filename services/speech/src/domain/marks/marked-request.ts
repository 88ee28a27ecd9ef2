import type { SpokenPart } from '@utter/contracts/spoken-part'
import { VendorError } from '@utter/contracts/vendor-error'
import { invalidVoice, voiceOf } from '../find-voice.ts'
import { mustSpeak } from '../language-gate.ts'
import type { SpeechProvider, Voice } from '../voice.ts'

type Asked = { text: string; parts?: SpokenPart[] | undefined; userId: string }

/** A text as its voices speak it: what the job's own has of it, its other voices, and whether a voice can do the marks of its part. */
export type MarkedRequest = { ownText: string; voices: Map<string, Voice>; takes(voice: Voice): boolean }

/**
 * The other voices of a marked text, looked up before anything of it is spoken.
 * @throws VendorError permanent `invalid_voice`, `language_not_spoken`, or `mark_not_spoken` for the sounds of a word by a voice that takes none
 */
export async function readMarks(
  speech: Pick<SpeechProvider, 'find' | 'voices'>,
  { text, parts = [], userId }: Asked,
  signal: AbortSignal,
): Promise<MarkedRequest> {
  const texts = parts.flatMap((part) => ('text' in part ? [part] : []))
  const of = (id: string | undefined) => texts.filter(({ voiceId }) => voiceId === id)
  const takes = (id: string | undefined) => {
    const isNeeded = of(id).some(({ phonemes }) => phonemes !== undefined)
    return (voice: Voice) => !isNeeded || voice.phonemes === true
  }
  const joined = (id: string | undefined) =>
    of(id)
      .map((part) => part.text)
      .join('')
  const voices = new Map<string, Voice>()
  for (const { voiceId } of texts) {
    if (voiceId === undefined || voices.has(voiceId)) continue
    const voice = await voiceOf(speech, { voiceId, userId }, signal)
    if (!voice) throw invalidVoice()
    mustTake(voice, takes(voiceId))
    // The language of the request is that of its own voice.
    mustSpeak(voice, { text: joined(voiceId), language: undefined })
    voices.set(voiceId, voice)
  }
  return { ownText: parts.length === 0 ? text : joined(undefined), voices, takes: takes(undefined) }
}

export function mustTake(voice: Voice, takes: (voice: Voice) => boolean): void {
  if (takes(voice)) return
  throw new VendorError('permanent', 'mark_not_spoken', 'A voice of this text takes no IPA, which [say:word|IPA] needs')
}
