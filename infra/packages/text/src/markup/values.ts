import { markLimits } from './marks.ts'

/** Reasons why a value is not taken, in the words of the API. */
export const reasons = {
  pause: 'pause is 0.1 to 10 s, as in 1.5s or 500ms',
  rate: 'rate is 0.5 to 2',
  say: 'say is a word and its IPA, as in cat|kæt',
  as: 'as is digits, date or spell',
  voice: 'voice is the id of a voice',
  digits: 'digits is for figures, with blanks and + - . , / ( ) between them',
  date: 'date is a day as in 2026-11-27',
  spell: 'spell is for letters and figures',
} as const

/** A value, or why there is none. */
export type Valued<Value> = { value: Value } | { reason: string }

const decimal = /^\d{1,6}(?:\.\d{1,6})?$/

/** Milliseconds of `1.5s` or `500ms`. */
export function pauseMsOf(written: string): Valued<number> {
  const text = written.trim().toLowerCase()
  const unit = text.endsWith('ms') ? 1 : text.endsWith('s') ? 1_000 : 0
  const figure = text.slice(0, unit === 1 ? -2 : -1).trim()
  const ms = unit > 0 && decimal.test(figure) ? Math.round(Number(figure) * unit) : Number.NaN
  return ms >= markLimits.minPauseMs && ms <= markLimits.maxPauseMs ? { value: ms } : { reason: reasons.pause }
}

/** A factor of the speed. */
export function rateOf(written: string): Valued<number> {
  const text = written.trim()
  const rate = decimal.test(text) ? Number(text) : Number.NaN
  return rate >= markLimits.minRate && rate <= markLimits.maxRate ? { value: rate } : { reason: reasons.rate }
}

const maxVoiceId = 200

/** Id or alias of a voice. */
export function voiceIdOf(written: string): Valued<string> {
  const id = written.trim()
  return id !== '' && id.length <= maxVoiceId ? { value: id } : { reason: reasons.voice }
}

/** Sounds of IPA that all models of this machine know. */
const sounds = new Set('abcdefhijklmnopqrstuvwxyzæçðøŋœɐɑɒɔɕɖəɚɛɜɟɡɣɤɥɨɪɯɰɲɳɴɸɹɻɽɾʁʂʃʈʊʋʌʎʒʔʝʲʰˈˌːβθχᵻ\u0303')
/** Signs that have no sound of their own: ties of affricates, borders of syllables, and what encloses a row of sounds. */
const silent = new Set('͜͡.‿/[]')
const maxSounds = 100

const stresses = 'ˈˌ'
const vowels = new Set('aeiouyæøœɐɑɒɔəɚɛɜɤɨɪɯʊʌᵻ')

/** A row with each stress before its vowel, as the models have learned it, and not before its syllable, as it is written. */
function withStressAtVowels(row: string): string {
  let moved = ''
  let stress = ''
  for (const sound of row) {
    if (stresses.includes(sound)) {
      moved += stress
      stress = sound
    } else {
      const isHere = stress !== '' && (vowels.has(sound) || sound === ' ')
      moved += isHere ? stress + sound : sound
      if (isHere) stress = ''
    }
  }
  return moved + stress
}

/** A row of IPA as the models read it. */
export function ipaOf(written: string): Valued<string> {
  let row = ''
  // Accents apart, as the models have them, but for the letter that they have whole.
  for (const sign of written.normalize('NFD').replaceAll('c\u0327', 'ç').trim()) {
    if (silent.has(sign)) continue
    const sound = sign === 'g' ? 'ɡ' : sign === "'" ? 'ˈ' : sign === ':' ? 'ː' : sign === 'ɝ' ? 'ɜ' : sign
    if (sound !== ' ' && !sounds.has(sound))
      return { reason: `say has ${JSON.stringify(sign)}, which is no sound of IPA that is known here` }
    row += sound
  }
  const spoken = row.trim()
  const hasSound = [...spoken].some((sound) => !' ˈˌːʲʰ\u0303'.includes(sound))
  if (!hasSound || spoken.length > maxSounds)
    return { reason: hasSound ? `say has at most ${maxSounds} sounds` : reasons.say }
  return { value: withStressAtVowels(spoken) }
}

/** How a written form is to be read. */
export type ReadAs = 'digits' | 'date' | 'spell'
const maxReadAs = 200

/** The text that is spoken for a written form. A date stays as it is: its words depend on the language of the voice. */
export function readAs(kind: ReadAs, written: string): Valued<string> {
  const text = written.trim()
  if (text.length > maxReadAs) return { reason: `as has at most ${maxReadAs} characters` }
  if (kind === 'date') return isDay(text) ? { value: text } : { reason: reasons.date }
  const spoken = kind === 'digits' ? oneByOne(text, isFigure, '+-.,/() ') : oneByOne(text, isLetter, '-. ')
  return spoken === undefined ? { reason: reasons[kind] } : { value: spoken }
}

const characters = new Intl.Segmenter()
const isFigure = (sign: string) => /^\p{Nd}$/u.test(sign)
const isLetter = (sign: string) => /^[\p{L}\p{Nd}]/u.test(sign)

/** Commas keep apart what would be a number or a word together. */
function oneByOne(text: string, isSpoken: (sign: string) => boolean, between: string): string | undefined {
  const spoken: string[] = []
  for (const { segment } of characters.segment(text.normalize('NFC'))) {
    if (isSpoken(segment)) spoken.push(segment.toUpperCase())
    else if (!between.includes(segment)) return undefined
  }
  return spoken.length > 0 ? spoken.join(', ') : undefined
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
