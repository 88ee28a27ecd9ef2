import type { Deps } from '../../deps.ts'
import type { ShownWork } from '../../domain/works/work.ts'

/** BCP 47 of a work: as it is set, or that of its voice; `und` where neither is known. */
export function languageOfWork(
  { versions }: Pick<Deps, 'versions'>,
  { language, voiceId }: Pick<ShownWork, 'language' | 'voiceId'>,
): string {
  const { languages = {} } = versions()
  const ofVoice = Object.hasOwn(languages, voiceId) ? languages[voiceId]?.[0] : undefined
  return language ?? ofVoice ?? 'und'
}
