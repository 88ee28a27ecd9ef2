import { defaultVoiceId } from '@utter/contracts/jobs'
import { otherVoices } from '@utter/contracts/settings'
import { languageName, notSpoken, speaks } from '@utter/text/language/speaks'
import type { PresentVersions } from './cache-key.ts'
import type { Job } from './job.ts'

type Refusal = { field: 'language' | 'voiceId'; message: string }

/**
 * recipe 1: why the voice of this draft certainly does not speak its language: the given one, or for a text that is only spoken that of the
 * text. Undefined where it may, since it is not known, or speaks more than is known: speech finds out.
 * @param refusalOf the sentence with which a voice of these languages refuses a text
 */
export function unspokenLanguage(
  { kind, userText, voiceId, language }: Pick<Job, 'kind' | 'userText' | 'voiceId' | 'language'>,
  { speech = {}, languages = {} }: PresentVersions,
  refusalOf: (text: string, languages: string[]) => string | undefined,
): Refusal | undefined {
  if (voiceId === defaultVoiceId) {
    const all = otherVoices in speech ? [] : Object.values(languages).flat()
    return language === undefined || all.length === 0 || speaks(all, language)
      ? undefined
      : { field: 'language', message: `No voice speaks ${languageName(language)}` }
  }
  const spoken = Object.hasOwn(languages, voiceId) ? (languages[voiceId] ?? []) : []
  if (spoken.length === 0) return undefined
  if (language !== undefined)
    return speaks(spoken, language)
      ? undefined
      : { field: 'language', message: notSpoken(spoken, languageName(language)) }
  const message = kind === 'tts' ? refusalOf(userText, spoken) : undefined
  return message === undefined ? undefined : { field: 'voiceId', message }
}
