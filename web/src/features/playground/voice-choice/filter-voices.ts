import type { VoiceView } from '@utter/contracts/http/voices'
import { languageName } from '../../../lib/format/language-name.ts'
import { locale } from '../../../lib/format/locale.ts'
import { fromServer } from '../../../lib/language/from-server.ts'
import { baseOf } from './long-list.ts'

export interface VoiceFilters {
  /** As typed. */
  text: string
  /** A tag of BCP 47; empty: every language. */
  language: string
}

export const noFilters: VoiceFilters = { text: '', language: '' }

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)]

/** Options of a filter by language: each language, and each region of one that has several. */
export function languageOptions(voices: readonly VoiceView[]): { tag: string; name: string }[] {
  const tags = unique(voices.flatMap(({ languages }) => languages))
  const bases = unique(tags.map(baseOf)).filter((base) => tags.filter((tag) => baseOf(tag) === base).length > 1)
  return unique([...tags, ...bases])
    .map((tag) => ({ tag, name: languageName(tag) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale()))
}

/** Without case and accents: 'jose' finds José. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const searchTextOf = ({ name, description, languages }: VoiceView) =>
  plain([name, fromServer(description), ...languages.map(languageName)].join('\n'))

/** Voices that speak the language and have each typed word in their name, their description or a language's name. */
export function filterVoices(voices: readonly VoiceView[], { text, language }: VoiceFilters): VoiceView[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return voices.filter((voice) => {
    if (language && !voice.languages.some((tag) => tag === language || tag.startsWith(`${language}-`))) return false
    if (words.length === 0) return true
    const searched = searchTextOf(voice)
    return words.every((word) => searched.includes(word))
  })
}
