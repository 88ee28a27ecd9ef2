import type { Checked } from '@utter/contracts/jobs'
import { isOutside } from '@utter/contracts/voice-vendors'
import { languageOf } from '@utter/text/language/language-of'
import { transcribedAs } from '../domain/hearing/transcribed-as.ts'
import { wordFaultsOf } from '../domain/hearing/word-faults.ts'
import type { Hear } from '../domain/takes/by-hearing.ts'
import type { PieceCheck } from '../domain/takes/complete-take.ts'
import type { Hearing, SpokenChunk, Voice } from '../domain/voice.ts'
import { countHeard } from '../metrics.ts'

type Asked = { check: Checked | undefined; language: string | undefined }
/** `roles`: the ids by which marks name voices, and undefined for the job's own. `voiceOf` is undefined while the vendor's list is not known. */
type Speakers = { roles: (string | undefined)[]; voiceOf(role: string | undefined): Voice | undefined }
type Deps = { hearing: Hearing | undefined; signal: AbortSignal; onTake: (() => void) | undefined }

/**
 * How the pieces of a recording are checked where a job asks for their words: by a control where a voice of this machine speaks, by hearing where a vendor would
 * be paid for it. A piece that nobody could hear leaves the rest to their shape, so that no job is held for a transcriber, nor told to be checked by it.
 */
export function checkPieces(
  { check, language }: Asked,
  { roles, voiceOf }: Speakers,
  { hearing, signal, onTake }: Deps,
): { checkOf(chunk: SpokenChunk): PieceCheck; checked(): Checked } {
  const isOwn = (one: Voice | undefined) => one !== undefined && !isOutside(one)
  let byWords = check === 'words' && (hearing !== undefined || roles.map(voiceOf).every(isOwn))
  const hearAs =
    (read: string | undefined): Hear =>
    async ({ text, ...clip }) => {
      onTake?.()
      const heard = await hearing?.hear(clip, { language: transcribedAs(read ?? certainLanguage(text)), signal })
      const faults = heard === undefined ? undefined : wordFaultsOf(text, heard, read)
      countHeard(faults ? (faults.length === 0 ? 'whole' : 'faulty') : 'unheard')
      if (!faults) byWords = false
      onTake?.()
      return faults
    }
  return {
    checkOf({ voiceId }) {
      if (!byWords) return 'shape'
      if (isOwn(voiceOf(voiceId))) return 'control'
      // The language of the request is that of its own voice.
      return hearAs(voiceId === undefined ? language : undefined)
    },
    checked: () => (byWords ? 'words' : 'shape'),
  }
}

/** A short text may be in another language than it seems. */
function certainLanguage(text: string): string | undefined {
  const { language, isSure } = languageOf(text)
  return isSure ? language : undefined
}
