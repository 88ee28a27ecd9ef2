import type { SpokenPart } from '@utter/contracts/spoken-part'
import { VendorError } from '@utter/contracts/vendor-error'
import { invalidVoice, voiceOf } from '../find-voice.ts'
import { mustSpeak } from '../language-gate.ts'
import type { SpeechProvider, Voice } from '../voice.ts'

type TextPart = Extract<SpokenPart, { text: string }>

/** A voice of a marked text: the id by which a mark names it, or undefined for that of the request. */
export type Role = string | undefined

type Asked = { text: string; parts?: SpokenPart[] | undefined; userId: string }
type Options = {
  signal: AbortSignal
  /** Whether another voice may speak in place of one whose vendor cannot be asked for it; absent: none may. */
  isReplaced?(failure: VendorError): boolean
}

/**
 * A text as its voices speak it: those that its marks name, undefined where `unread` tells why its vendor could not be asked for it; the text of each, and
 * whether a voice can do the marks of it.
 */
export type MarkedRequest = {
  voices: Map<string, Voice | undefined>
  unread: VendorError | undefined
  textOf(role: Role): string
  takes(role: Role): (voice: Voice) => boolean
}

/**
 * The other voices of a marked text, looked up before anything of it is spoken.
 * @throws VendorError permanent `invalid_voice`, `language_not_spoken`, or `mark_not_spoken` for the sounds of a word by a voice that takes none; that of a
 * vendor that is away
 */
export async function readMarks(
  speech: Pick<SpeechProvider, 'find' | 'voices'>,
  { text, parts, userId }: Asked,
  { signal, isReplaced = () => false }: Options,
): Promise<MarkedRequest> {
  const texts = (parts ?? [{ text }]).flatMap((part): TextPart[] => ('text' in part ? [part] : []))
  const of = (role: Role) => texts.filter(({ voiceId }) => voiceId === role)
  const takes = (role: Role) => {
    const isNeeded = of(role).some(({ phonemes }) => phonemes !== undefined)
    return (voice: Voice) => !isNeeded || voice.phonemes === true
  }
  const textOf = (role: Role) =>
    of(role)
      .map((part) => part.text)
      .join('')
  const voices = new Map<string, Voice | undefined>()
  let unread: VendorError | undefined
  for (const { voiceId } of texts) {
    if (voiceId === undefined || voices.has(voiceId)) continue
    try {
      const voice = await voiceOf(speech, { voiceId, userId }, signal)
      if (!voice) throw invalidVoice()
      mustTake(voice, takes(voiceId))
      // The language of the request is that of its own voice.
      mustSpeak(voice, { text: textOf(voiceId), language: undefined })
      voices.set(voiceId, voice)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof VendorError) || !isReplaced(error)) throw error
      unread ??= error
      voices.set(voiceId, undefined)
    }
  }
  return { voices, unread, textOf, takes }
}

export function mustTake(voice: Voice, takes: (voice: Voice) => boolean): void {
  if (takes(voice)) return
  throw new VendorError('permanent', 'mark_not_spoken', 'A voice of this text takes no IPA, which [say:word|IPA] needs')
}
