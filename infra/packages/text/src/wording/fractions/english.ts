import { cardinal } from '../cardinals.ts'
import { oneOf } from '../word-lists.ts'
import type { FractionPlace, Fractions } from './fractions.ts'

const parts: Record<number, string> = {
  ...{
    3: 'third',
    4: 'quarter',
    5: 'fifth',
    6: 'sixth',
    7: 'seventh',
    8: 'eighth',
    9: 'ninth',
    10: 'tenth',
    12: 'twelfth',
  },
  ...{ 16: 'sixteenth', 32: 'thirty-second', 64: 'sixty-fourth', 100: 'hundredth' },
}
/** Units in many, as they come out of their signs, and in one: less than one of them is no many. */
const units = new Map([
  ['feet', 'foot'],
  ['inches', 'inch'],
])
for (const unit of `kilometer kilometre meter metre centimeter centimetre millimeter millimetre mile yard kilogram gram pound ounce liter litre
  milliliter millilitre hectare kilobyte megabyte gigabyte terabyte millisecond second minute hour degree euro dollar`.split(
  /\s+/,
))
  units.set(`${unit}s`, unit)
const inOne = new Set(units.values())
const measures = oneOf(
  `cup cups teaspoon teaspoons tablespoon tablespoons tsp tbsp inch foot pint pints quart quarts gallon gallons day days week weeks month
    months year years century acre acres ton tons tonne tonnes dozen percent stick sticks bottle glass bag can slice
    full empty as`,
)

export const englishFractions: Fractions = {
  isMeasure: (noun) => units.has(noun) || inOne.has(noun) || measures(noun),
  of: /^ of (?!\d|\p{Lu}\p{Ll}+ \d)/u,
  isDated: oneOf(
    `on by since until till before after dated date due deadline starting ending effective expires expired posted tomorrow born in week night morning
      tues weds thurs thur`,
  ),
  isCounter: oneOf(
    `page pages p pp step steps part parts no nos nr type types rev revision flight model iphone number question slide track disc disk cd file batch chunk attempt level phase round game set
      day version chapter section room apartment apt unit suite figure fig table grade class score scored rated rating ratio odds won lost
      beat q vol volume issue lesson line row column verse stage heat lane gate bus route channel`,
  ),
  isScore: oneOf('star stars points point time meter beat rating score odds split ratio'),
  say: (place) => {
    const { whole, noun } = place
    const hasArticle = /(?:^|\P{L})(?:an?|the|this|that|another|each|every) $/iu.test(place.before)
    const first = hasArticle && place.denominator <= 4 ? '' : 'one'
    if (whole !== undefined) return { text: `${cardinal('en', whole)} and ${partsOf(place, 'a')}` }
    const unit = units.get(noun)
    if (place.gap === '-') return { text: partsOf(place, first).replace('quarters', 'quarter').replaceAll(' ', '-') }
    if (unit === undefined) return { text: partsOf(place, first) }
    if (hasArticle) return { text: `${partsOf(place, first)} ${unit}`, hasNoun: true }
    const article = /^(?:[aeio]|hour)/.test(unit) && unit !== 'euro' ? 'an' : 'a'
    const isHalf = place.denominator === 2
    return { text: `${isHalf ? 'half' : `${partsOf(place, 'one')} of`} ${article} ${unit}`, hasNoun: true }
  },
}

function partsOf({ numerator, denominator }: FractionPlace, first: string): string {
  if (denominator === 2) return `${first} half`.trim()
  const part = parts[denominator]
  if (numerator > 1) return `${cardinal('en', numerator)} ${part}s`
  return `${first === 'a' && denominator > 4 ? 'one' : first} ${part}`.trim()
}
