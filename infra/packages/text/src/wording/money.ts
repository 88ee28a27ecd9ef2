import { countsInMillions, isOne, wordsBeside } from './intl.ts'
import { type Amount, amountOf, figure, figureStart } from './numbers.ts'
import type { Wording } from './wording.ts'
import { wordingOf } from './words.ts'

/** Currencies by their sign. The bare `$`, `£` and `¥` are named without a country where a language has words for them. */
const currencies: Record<string, string> = {
  US$: 'USD',
  AU$: 'AUD',
  A$: 'AUD',
  CA$: 'CAD',
  C$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
  MX$: 'MXN',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₪': 'ILS',
  '₫': 'VND',
  '₴': 'UAH',
  '₺': 'TRY',
  '₦': 'NGN',
  '₱': 'PHP',
  '฿': 'THB',
}
/** Codes that are no words of a language. */
for (const code of [
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CHF',
  'INR',
  'CNY',
  'AUD',
  'NZD',
  'BRL',
  'MXN',
  'PLN',
  'SEK',
  'NOK',
  'DKK',
])
  currencies[code] = code

const escaped = (sign: string) => sign.replaceAll('$', '\\$')
const sign = `(?:${Object.keys(currencies).map(escaped).join('|')})`
const signStart = '(?<![\\p{L}\\p{N}\\p{Sc}])'
const range = `(?: ?[-–] ?${sign}?(${figure}))?`
const magnitudes: Record<string, number> = {
  k: 1e3,
  m: 1e6,
  mn: 1e6,
  mm: 1e6,
  mio: 1e6,
  b: 1e9,
  bn: 1e9,
  mrd: 1e9,
  t: 1e12,
  tn: 1e12,
  trn: 1e12,
}
/** A letter that stands at the figure, or a word behind it. */
const magnitude = `(?:(?: ?(mn|mm|mio|bn|mrd|trn|tn)|([kmbt]))(?![\\p{L}\\p{N}])(?:\\.(?= \\p{Ll}))?| (\\p{L}{4,10})(?![\\p{L}\\p{N}]))?(?!\\p{L}|⁄|[.,]?\\p{N})`

const before = new RegExp(`${signStart}(${sign}) ?(${figure})${range}${magnitude}`, 'giu')
const behind = new RegExp(`${figureStart}(${figure})(?:([kmbt]|mn|bn))? ?(${sign})(?![\\p{L}\\p{N}])`, 'giu')

/** Money in words behind its figure: `$3.2M` is 3.2 million dollars, `€20.50` 20.50 euros, `$5–10` 5 to 10 dollars. */
export function withoutMoney(text: string, language: string): string {
  const wording = wordingOf(language)
  const named = (sign: string, amount: Amount, size: number) =>
    nameOf(currencyKey(sign), amount, { size, language, wording })
  return text
    .replace(/(\p{Sc})([-−])(?=\d)/gu, '$2$1')
    .replace(
      before,
      (match, sign: string, from: string, to: string | undefined, short?: string, letter?: string, word?: string) => {
        const ofWord = word === undefined ? undefined : sizeOfWord(word, language)
        const size = magnitudes[(short ?? letter ?? '').toLowerCase()] ?? ofWord ?? 1
        const rest = word !== undefined && ofWord === undefined ? ` ${word}` : ''
        const amounts = [from, to].flatMap((figure) => (figure === undefined ? [] : [amountOf(figure, language)]))
        const last = amounts.at(-1)
        if (!last || (to !== undefined && !wording)) return match
        if (size !== 1 && !wording && !countsInMillions(language)) return match
        return `${amounts.map(({ text }) => text).join(` ${wording?.signs.to} `)} ${named(sign, last, size)}${rest}`
      },
    )
    .replace(behind, (match, figure: string, short: string | undefined, sign: string) => {
      if (short !== undefined && !wording && !countsInMillions(language)) return match
      const amount = amountOf(figure, language)
      return `${amount.text} ${named(sign, amount, magnitudes[(short ?? '').toLowerCase()] ?? 1)}`
    })
}

/** Signs are found in any case; a code in small letters is the same. */
const currencyKey = (sign: string) => (sign in currencies ? sign : sign.toUpperCase())

function nameOf(
  sign: string,
  amount: Amount,
  { size, language, wording }: { size: number; language: string; wording: Wording | undefined },
): string {
  const counted = size === 1 ? amount : { value: amount.value * size, decimals: 0 }
  const names = wording?.money[sign as '$' | '£' | '¥']
  const currency = currencies[sign] ?? 'USD'
  const name = names
    ? names[isOne(counted, language) ? 0 : 1]
    : wordsBeside(counted, language, { style: 'currency', currency, currencyDisplay: 'name' })
  if (size === 1) return name
  const sizeName = wording?.sizes?.[size] ?? compactWord(counted.value, language)
  return `${sizeName} ${size >= 1e6 && wording ? wording.of(name) : name}`
}

const compactWord = (value: number, language: string) =>
  wordsBeside({ value, decimals: 0 }, language, { notation: 'compact', compactDisplay: 'long' })

/** `million` and its like, in the language and in English. */
function sizeOfWord(word: string, language: string): number | undefined {
  const lower = word.toLowerCase()
  return [1e3, 1e6, 1e9, 1e12].find((size) =>
    [1, 2, 5].some((count) => [language, 'en'].some((one) => compactWord(count * size, one).toLowerCase() === lower)),
  )
}
