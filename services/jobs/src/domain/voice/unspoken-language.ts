import { defaultVoiceId } from '@utter/contracts/jobs'
import { otherVoices } from '@utter/contracts/settings'
import { languageName, notSpoken, speaks } from '@utter/text/language/speaks'
import type { PresentVersions } from '../job/cache-key.ts'
import type { Job } from '../job/job.ts'

type Refusal = { field: 'language' | 'voiceId' | 'userText'; message: string }

/**
 * recipe 1: why the voice of this draft, or with `default` each, certainly does not speak its language: the given one, or for a text that is
 * only spoken that of the text. Undefined where it may, since it is not known, or speaks more than is known: speech finds out.
 * @param foreignLanguage the language of a text that voices of these languages refuse
 */
export function unspokenLanguage(
  { kind, userText, voiceId, language }: Pick<Job, 'kind' | 'userText' | 'voiceId' | 'language'>,
  { speech = {}, languages = {} }: PresentVersions,
  foreignLanguage: (text: string, languages: string[]) => string | undefined,
): Refusal | undefined {
  const isDefault = voiceId === defaultVoiceId
  const spoken = isDefault
    ? ofAllVoices(speech, languages)
    : Object.hasOwn(languages, voiceId)
      ? languages[voiceId]
      : []
  if (!spoken?.length) return undefined
  const other =
    language !== undefined ? unspoken(spoken, language) : kind === 'tts' ? foreignLanguage(userText, spoken) : undefined
  if (other === undefined) return undefined
  return {
    field: language !== undefined ? 'language' : isDefault ? 'userText' : 'voiceId',
    message: isDefault ? `No voice speaks ${other}` : notSpoken(spoken, other),
  }
}

const unspoken = (spoken: string[], language: string) => (speaks(spoken, language) ? undefined : languageName(language))

/** Each language once; none where there may be voices besides. */
const ofAllVoices = (speech: Record<string, string>, languages: Record<string, string[]>): string[] =>
  otherVoices in speech ? [] : [...new Set(Object.values(languages).flat())]
