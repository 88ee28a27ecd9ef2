import { defaultVoiceId } from '@utter/contracts/jobs'
import { VendorError } from '@utter/contracts/vendor-error'
import { isOutside } from '@utter/contracts/voice-vendors'
import { form } from '@utter/text/form/form'
import { canSpeak } from '@utter/text/language/can-speak'
import { languageOf } from '@utter/text/language/language-of'
import { speaks } from '@utter/text/language/speaks'
import { plainText } from '@utter/text/markdown/plain-text'
import type { Voice } from './voice.ts'

/** `language`: the one that the text is said to be in, by its BCP 47 tag; absent: it is found out. */
type Written = { text: string; language?: string | undefined }

/**
 * Refuses a text that a voice of this machine would spell or garble: an English one says 50 s of letter names for a line of Thai.
 * @throws VendorError permanent `language_not_spoken`; nothing was spoken, so nothing is owed
 */
export function mustSpeak(voice: Pick<Voice, 'provider' | 'languages'>, { text, language }: Written): void {
  // Vendors outside list the languages for which they have heard a voice, and each speaks more.
  if (isOutside(voice)) return
  const answer = canSpeak(plainText(form(text)), voice.languages, language)
  if (!answer.ok) throw new VendorError('permanent', 'language_not_spoken', answer.sentence)
}

/**
 * The voice that speaks a text, where another one was named for it or none.
 * @throws VendorError permanent `language_not_spoken`
 */
export function voiceFor(named: Voice, voices: Voice[], written: Written & { voiceId: string }): Voice {
  const voice = inItsLanguage(named, voices, written)
  mustSpeak(voice, written)
  return voice
}

/**
 * The voice for a text that nobody chose a voice for: the default where it speaks the text's language, else another that does, one of the
 * default's speed class and the better one first; of one vendor's the one of the given region. A voice that was named is kept.
 */
export function inItsLanguage(
  voice: Voice,
  voices: Voice[],
  { voiceId, text, language }: Written & { voiceId: string },
): Voice {
  if (voiceId !== defaultVoiceId || isOutside(voice)) return voice
  const answer = canSpeak(plainText(form(text)), voice.languages, language)
  const wanted = answer.ok ? language : answer.language
  if (wanted === undefined) return voice
  const able = [voice, ...voices].filter((one) => !isOutside(one) && speaks(one.languages, wanted))
  const alike = able.filter(({ speedClass }) => speedClass === voice.speedClass)
  const [best = voice, ...others] = alike.length > 0 ? alike : able
  const isNear = ({ provider, languages }: Voice) => provider === best.provider && languages.includes(wanted)
  return [best, ...others].find(isNear) ?? best
}

/** The language in which a voice words what a text has no words for: its own, or that of the text where it is one of a vendor outside, which speaks more than it lists. */
export function languageSpoken(voice: Pick<Voice, 'provider' | 'language'> | undefined, text: string): string {
  const own = voice?.language ?? 'en'
  if (!voice || !isOutside(voice)) return own
  const { language, isSure } = languageOf(plainText(form(text)))
  return isSure && !speaks([own], language) ? language : own
}
