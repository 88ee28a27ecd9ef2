import { defaultVoiceId } from '@utter/contracts/jobs'
import { VendorError } from '@utter/contracts/vendor-error'
import { form } from '@utter/text/form/form'
import { canSpeak } from '@utter/text/language/can-speak'
import { plainText } from '@utter/text/markdown/plain-text'
import type { Voice } from './voice.ts'

/** Vendors outside list the languages for which they have heard a voice, and each speaks more. */
const outside = new Set(['elevenlabs', 'openai'])

/**
 * Refuses a text that a voice of this machine would spell or garble: an English one says 50 s of letter names for a line of Thai.
 * @throws VendorError permanent `language_not_spoken`; nothing was spoken, so nothing is owed
 */
export function mustSpeak({ provider, languages }: Pick<Voice, 'provider' | 'languages'>, text: string): void {
  if (outside.has(provider)) return
  const answer = canSpeak(plainText(form(text)), languages)
  if (!answer.ok) throw new VendorError('permanent', 'language_not_spoken', answer.sentence)
}

/**
 * The voice for a text that nobody chose a voice for: the default where it speaks the text's language, else another that does, the better
 * one first. A voice that was named is kept.
 */
export function inItsLanguage(
  voice: Voice,
  voices: Voice[],
  { voiceId, text }: { voiceId: string; text: string },
): Voice {
  if (voiceId !== defaultVoiceId || outside.has(voice.provider)) return voice
  const plain = plainText(form(text))
  const answer = canSpeak(plain, voice.languages)
  if (answer.ok) return voice
  const speaksIt = ({ provider, languages }: Voice) =>
    !outside.has(provider) && languages.some((tag) => new Intl.Locale(tag).language === answer.language)
  return voices.find(speaksIt) ?? voice
}
