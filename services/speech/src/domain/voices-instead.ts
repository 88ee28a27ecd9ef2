import type { Fallback } from '@utter/contracts/jobs'
import { isOutside } from '@utter/contracts/voice-vendors'
import { form } from '@utter/text/form/form'
import { canSpeak } from '@utter/text/language/can-speak'
import { languageOf } from '@utter/text/language/language-of'
import { speaks } from '@utter/text/language/speaks'
import { plainText } from '@utter/text/markdown/plain-text'
import type { Voice } from './voice.ts'

type Wanted = {
  text: string
  /** The one that the text is said to be in, by its BCP 47 tag; absent: it is found out. */
  language?: string | undefined
  fallback: Fallback
}

/** All voices of this machine are of one provider, whichever engine speaks them. */
export const ownerOf = (voice: Voice): string => (isOutside(voice) ? voice.provider : 'local')

/**
 * The voices that may speak a text in place of one whose vendor is away, the better one first: of each other provider one that speaks the text's
 * language, with the same sex where there is one; and with the fallback `any`, at last, the default voice of this machine.
 * @param away the voice that cannot speak; undefined where its vendor is away with its list
 * @param voices the present ones, the better one first
 */
export function voicesInstead(away: Voice | undefined, voices: Voice[], { text, language, fallback }: Wanted): Voice[] {
  const plain = plainText(form(text))
  const found = languageOf(plain)
  const known = language ?? (found.isSure ? found.language : undefined)
  const others = voices.filter((voice) => !away || ownerOf(voice) !== ownerOf(away))
  const able = others.filter(known === undefined ? gateOf(plain) : ({ languages }) => speaks(languages, known))
  const likely = known ?? away?.language
  const best = [...new Set(able.map(ownerOf))].map((owner) => {
    const own = able.filter((voice) => ownerOf(voice) === owner)
    const inLanguage = preferred(own, ({ languages }) => likely !== undefined && speaks(languages, likely))
    const alike = preferred(inLanguage, ({ sex }) => sex !== undefined && sex === away?.sex)
    // Another engine's voice of the region may be worse.
    const isNear = (voice: Voice) => voice.provider === alike[0]?.provider && voice.languages.includes(language ?? '')
    return preferred(alike, isNear)[0]
  })
  const last = fallback === 'any' ? others.find((voice) => !isOutside(voice)) : undefined
  return [...new Set([...best, last])].filter((voice) => voice !== undefined)
}

/** Whether a voice may speak a text whose language is not sure. Voices share their languages: it is judged once for each set of them. */
function gateOf(plain: string) {
  const judged = new Map<string, boolean>()
  return ({ languages }: Voice): boolean => {
    const key = languages.join()
    const ok = judged.get(key) ?? canSpeak(plain, languages).ok
    judged.set(key, ok)
    return ok
  }
}

/** The voices for which it is true; where there are none, all. */
function preferred(voices: Voice[], isPreferred: (voice: Voice) => boolean): Voice[] {
  const those = voices.filter(isPreferred)
  return those.length > 0 ? those : voices
}
