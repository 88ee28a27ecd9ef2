import { figureStart } from './numbers.ts'
import { padded } from './pads.ts'
import type { Wording } from './wording.ts'

const phones = [
  /(?<![\p{L}\p{N}.])\+\d{1,3}(?:[ .-]?\(\d{1,4}\)|[ .-]\d{1,4}|\d{4,12}){1,6}(?!\d)/gu,
  /(?<![\p{L}\p{N}])\(\d{3}\) ?\d{3}[-. ]\d{4}(?!\d)/gu,
  /(?<![\p{L}\p{N}.-])\d{3}([-.])\d{3}\1\d{4}(?![-.]?\d)/gu,
  /(?<![\p{L}\p{N}.-])\d{3}-\d{4}(?![-.]?\d)/gu,
]

/** Phone numbers digit by digit, with a comma between their groups. */
export function withoutPhones(text: string, { signs }: Wording): string {
  const spelled = (number: string) => {
    const groups = number.match(/\d+/g) ?? []
    const count = groups.join('').length
    if (count < 7 || count > 15) return number
    return `${number.startsWith('+') ? `${signs['+']} ` : ''}${groups.map((group) => [...group].join(' ')).join(', ')}`
  }
  return phones.reduce((rest, phone) => rest.replace(phone, spelled), text)
}

const rangeStart = '(?<![\\p{L}\\p{N}/:–-]|[\\p{N}][.,]|\\p{Sc} ?)'
const rangeEnd = '(?!\\d|[.,]\\d|[-–:/]\\d)'
const dashed = new RegExp(`${rangeStart}(\\d{1,9}(?:[.,]\\d{1,3})?)( ?– ?)(\\d{1,9}(?:[.,]\\d{1,3})?)${rangeEnd}`, 'gu')
const hyphened = new RegExp(`${rangeStart}(\\d{1,4})-(\\d{1,4})${rangeEnd}`, 'gu')
const ratio = new RegExp(`${figureStart}(?<!:)(\\d{1,3}):(\\d{1,3})(?![\\p{L}\\p{N}]|[.:]\\d)`, 'gu')
/** A time of more than a day, a verse: never a ratio, since its second figure has two places. */
const placed = /^[0-5]\d$/

/** Ranges and ratios: `10–20` and `10-20` are 10 to 20, `3:1` is 3 to 1. A hyphen with a smaller number behind it is none: `2024-25`. */
export const withoutRanges = (text: string, { signs }: Wording): string =>
  text
    .replace(dashed, `$1 ${signs.to} $3`)
    .replace(hyphened, (match, from: string, to: string) =>
      Number(from) < Number(to) ? `${from} ${signs.to} ${to}` : match,
    )
    .replace(ratio, (_, one: string, other: string) =>
      placed.test(other) ? `${one} ${other}` : `${one} ${signs.to} ${other}`,
    )

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const subscripts = '₀₁₂₃₄₅₆₇₈₉'
/** The point of an ordinal in Spanish and Portuguese (`3.º`), which a voice would take for one in a number. */
const ordinalPoint = /(?<=\d)\.(?=[ºª])/g
const exponent = /(?<=(\p{L}{2}|\p{P})?)([⁰¹²³⁴-⁹⁺⁻ⁿ]{1,18})/gu

/** Ordinals, exponents and subscripts. A figure that is raised behind a word is a note, and stays a number. */
export const withoutRaised = (text: string, wording: Wording): string =>
  text
    .replace(ordinalPoint, '')
    .replace(exponent, (_, word: string | undefined, raised: string) => {
      const figures = raised.replace(
        /./gu,
        (sign) => levelOf(sign, superscripts) ?? (sign === '⁻' ? `${wording.signs['−']} ` : sign === 'ⁿ' ? 'n' : ''),
      )
      if (word !== undefined && !/[)\]]/.test(word)) return padded(figures)
      const named =
        raised === '²' ? wording.squared : raised === '³' ? wording.cubed : `${wording.toThePowerOf} ${figures}`
      return padded(named)
    })
    .replace(/(?<=(\d)?)[₀-₉]+/gu, (lowered, digit: string | undefined) => {
      const figures = lowered.replace(/./gu, (sign) => levelOf(sign, subscripts) ?? '')
      return digit === undefined ? figures : ` ${figures}`
    })

function levelOf(sign: string, digits: string): string | undefined {
  const at = digits.indexOf(sign)
  return at < 0 ? undefined : String(at)
}
