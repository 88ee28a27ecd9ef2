import type { Voice } from '../domain/voice.ts'
import { placeOf } from './place.ts'

/** `espeak`: eSpeak's name of the language, by whose sounds its voices speak. */
export type KokoroLanguage = { language: string; espeak: string }

/**
 * Languages by the first letter of a voice's file, which its second letter follows, `f` or `m`. Japanese (j) and Mandarin (z) are left out:
 * eSpeak does not read their characters.
 */
const languages: Record<string, KokoroLanguage> = {
  a: { language: 'en-US', espeak: 'en-us' },
  b: { language: 'en-GB', espeak: 'en' },
  e: { language: 'es-ES', espeak: 'es' },
  f: { language: 'fr-FR', espeak: 'fr' },
  h: { language: 'hi-IN', espeak: 'hi' },
  i: { language: 'it-IT', espeak: 'it' },
  p: { language: 'pt-BR', espeak: 'pt-br' },
}

/** The best of each language by its maker's grades and by word errors, so that they come first. */
const best = ['af_heart', 'am_michael', 'bf_emma', 'bm_george', 'ef_dora', 'ff_siwis', 'hf_alpha', 'if_sara', 'pf_dora']

export const languageOfVoice = (id: string): KokoroLanguage | undefined => languages[id.charAt(0)]

/**
 * The voices of Kokoro's files by their names, the best of each language first: `af_heart` is Heart, female, American English.
 * @param model with its version
 */
export const kokoroVoices = (ids: string[], model: string): Voice[] =>
  ids
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b))
    .flatMap((id) => {
      const language = languageOfVoice(id)?.language
      const name = /^[a-z][fm]_([a-z]+)$/.exec(id)?.[1]
      if (!language || !name) return []
      return {
        id,
        name: name.charAt(0).toUpperCase() + name.slice(1),
        description: `${placeOf(language)}, natural, on this machine`,
        language,
        languages: [language],
        sex: id.charAt(1) === 'f' ? 'female' : 'male',
        speedClass: 'natural',
        settings: [],
        phonemes: true,
        provider: 'kokoro',
        model,
        aliases: [],
      } satisfies Voice
    })

const rankOf = (id: string) => (best.includes(id) ? best.indexOf(id) : best.length)
