import { wordsBeside } from './intl.ts'
import { amountOf, figure, figureStart } from './numbers.ts'
import { wordingOf } from './words.ts'

/** Units as they are written, by the names that `Intl` has for them. `in`, `a` and `t` are words or letters more often than units. */
const units: Record<string, string> = {
  '%': 'percent',
  '°C': 'celsius',
  ºC: 'celsius',
  '°F': 'fahrenheit',
  ºF: 'fahrenheit',
  '° C': 'celsius',
  '° F': 'fahrenheit',
  '°': 'degree',
  'km/h': 'kilometer-per-hour',
  kmh: 'kilometer-per-hour',
  kph: 'kilometer-per-hour',
  mph: 'mile-per-hour',
  'm/s': 'meter-per-second',
  km: 'kilometer',
  m: 'meter',
  cm: 'centimeter',
  mm: 'millimeter',
  mi: 'mile',
  ft: 'foot',
  yd: 'yard',
  kg: 'kilogram',
  g: 'gram',
  lb: 'pound',
  lbs: 'pound',
  oz: 'ounce',
  l: 'liter',
  L: 'liter',
  ml: 'milliliter',
  mL: 'milliliter',
  ha: 'hectare',
  kB: 'kilobyte',
  KB: 'kilobyte',
  MB: 'megabyte',
  GB: 'gigabyte',
  TB: 'terabyte',
  ms: 'millisecond',
  s: 'second',
  sec: 'second',
  min: 'minute',
  h: 'hour',
}
const names = Object.keys(units).sort((one, other) => other.length - one.length)
/** `5s` and `3l` are models and lists as often. */
const spaced = new Set(['s', 'l', 'L', 'g', 'm', 'h', 'ha', 'mi'])
const unit = `(?: (${names.join('|')})|(${names.filter((name) => !spaced.has(name) || ['m', 'g', 'h'].includes(name)).join('|')}))`
const measured = new RegExp(`${figureStart}(${figure})${unit}([²³])?(?![\\p{L}\\p{N}]|/\\p{L}|['’]\\p{L})`, 'gu')
const feetAndInches = /(?<![\p{L}\p{N}.,])(\d{1,2})['’′] ?(\d{1,2})( \d{1,2}⁄\d{1,2})?(?:["”″]|''|’’)/gu
/** Inches of a fraction, `3/4"`, where no quotation ends. */
const inches = /(?<=(?<![\p{N}.,/])(\d{1,3} )?\d{1,2}[/⁄](?:2|4|8|16|32|64))["″](?![\p{L}\p{N}])/gu

/** Measures in words behind their figure: `60 km/h` is 60 kilometers per hour, `50%` 50 percent. */
export function withoutUnits(text: string, language: string): string {
  const wording = wordingOf(language)
  const named = (written: string, name: string, exponent?: string) => {
    const amount = amountOf(written, language)
    const words = wordsBeside(amount, language, { style: 'unit', unit: name, unitDisplay: 'long' })
    const raised = exponent === '²' ? wording?.square(words) : exponent === '³' ? wording?.cubic(words) : words
    return raised === undefined ? undefined : `${amount.text} ${raised}`
  }
  let [quotes, counted] = [0, 0]
  return text
    .replace(
      feetAndInches,
      (_, feet: string, inches: string, part = '') =>
        `${named(feet, 'foot')} ${named(inches, 'inch')?.replace(/\d+/, `$&${part}`)}`,
    )
    .replace(inches, (mark, whole: string | undefined, at: number, all: string) => {
      quotes += all.slice(counted, at).split('"').length - 1
      counted = at
      if (mark === '"' && quotes % 2 === 1) return mark
      counted++
      return ` ${named(whole === undefined ? '1' : '2', 'inch')?.slice(2)}`
    })
    .replace(
      measured,
      (match, figure: string, apart?: string, joined?: string, exponent?: string) =>
        named(figure, units[apart ?? joined ?? ''] ?? 'degree', exponent) ?? match,
    )
}
