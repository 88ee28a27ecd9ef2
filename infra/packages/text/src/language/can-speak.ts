import { languageOf } from './language-of.ts'
import { scriptsOf, scriptsOfLanguage } from './scripts.ts'
import { languageCode, languageName, notSpoken, speaks } from './speaks.ts'

/** A few foreign words are spoken as well as it goes; with more letters of other scripts it is another language. */
const maxForeignShare = 0.2
/** The score of the text's language above that of each of the voice's: 0.28 and more for the sentences on which it was measured, 0.2 at most for code. */
const minLead = 0.25

export type Speakability = { ok: true } | { ok: false; language?: string; other: string; sentence: string }

/**
 * Whether a voice of these languages (BCP 47 tags) can speak a text: its letters are those of their scripts, and it is not surely in a language
 * that they are not. The sentence is for the person who wrote it, 'This voice speaks English, not Thai', and `other` its last part.
 * @param given the language that the text is said to be in: it alone decides
 */
export function canSpeak(text: string, languages: string[], given?: string): Speakability {
  if (given !== undefined) return speaks(languages, given) ? { ok: true } : refusal(languages, languageCode(given))
  const scripts = languages.flatMap(scriptsOfLanguage)
  const found = scriptsOf(text)
  const foreign = found.filter(({ script }) => !scripts.includes(script))
  const share = foreign.reduce((sum, one) => sum + one.share, 0)
  if (share > maxForeignShare) {
    const language = languageInScript(text, foreign[0]?.script ?? 'Zzzz')
    return refusal(languages, language, foreign[0]?.script)
  }
  const { language, isSure, scores } = languageOf(text)
  const own = languages.map(languageCode)
  const ownScore = Math.max(0, ...own.map((one) => scores[one] ?? 0))
  const isForeign = isSure && !own.includes(language) && (scores[language] ?? 0) - ownScore >= minLead
  return isForeign ? refusal(languages, language) : { ok: true }
}

/** The language of a script, or its commonest one, whatever the statistics say of a short text. */
const usual: Record<string, string> = {
  ...{ Cyrl: 'ru', Arab: 'ar', Deva: 'hi' },
  ...{
    Grek: 'el',
    Hebr: 'he',
    Thai: 'th',
    Laoo: 'lo',
    Khmr: 'km',
    Mymr: 'my',
    Hang: 'ko',
    Hira: 'ja',
    Kana: 'ja',
    Geor: 'ka',
    Armn: 'hy',
  },
  ...{
    Guru: 'pa',
    Gujr: 'gu',
    Orya: 'or',
    Taml: 'ta',
    Telu: 'te',
    Knda: 'kn',
    Mlym: 'ml',
    Sinh: 'si',
    Tibt: 'bo',
    Mong: 'mn',
  },
}

const minLeadInScript = 0.03

function languageInScript(text: string, script: string): string | undefined {
  if (script === 'Hani') return /[\p{sc=Hira}\p{sc=Kana}]/u.test(text) ? 'ja' : 'zh'
  const { language, scores } = languageOf(text)
  const commonest = usual[script]
  const isIn = language !== '' && scriptsOfLanguage(language).includes(script)
  return isIn && (scores[language] ?? 0) - (scores[commonest ?? ''] ?? 0) >= minLeadInScript ? language : commonest
}

const scriptNames = new Intl.DisplayNames('en', { type: 'script' })

function refusal(spoken: string[], language: string | undefined, script?: string): Speakability {
  const other = language
    ? languageName(language)
    : script === 'Zzzz'
      ? 'this script'
      : `the ${scriptNames.of(script ?? 'Zzzz')} script`
  return { ok: false, ...(language && { language }), other, sentence: notSpoken(spoken, other) }
}
