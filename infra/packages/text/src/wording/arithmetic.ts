import { blank, pad, padded } from './pads.ts'
import type { Wording } from './wording.ts'

/** Letters, digits and closing marks, or the words that stand for them by now. */
const operandBefore = `(?<=[\\p{L}\\p{M}\\p{N})\\]%°!]${blank}?)`
const operandBehind = `(?=${blank}?[\\p{L}\\p{N}\\p{Sc}(\\[√−.-])`
/** A figure, a bracket, or a letter that stands alone. */
const factorBefore = `(?<=(?:[\\p{N})\\]${pad}]|(?<![\\p{L}\\p{N}])\\p{L})${blank}?)`
const factorBehind = `(?=${blank}?(?:[\\p{N}(−-]|\\p{L}(?![\\p{L}\\p{N}])))`

/** Rows of signs are drawn lines; those of code are not read, but for comparisons. */
const rows = /([=+*#~<>|^_&%•·→-])\1{2,}|[=+*<>|^&~#]{3,}/gu
const arrow = /(?:-{1,2}|={1,2})>|[→⇒⟶➔➜⟹]/gu

/** Signs with a meaning wherever they stand. */
const always = ['&', '+', '=', '≠', '≈', '≤', '≥', '×', '÷', '±', '√', '∞'] as const

/** Arithmetic, comparisons and arrows in words: `2*3*4 = 24` is 2 times 3 times 4 equals 24. */
export function withoutSigns(text: string, { signs, toThePowerOf }: Wording): string {
  const shortened = text
    .replace(/(?<![=!<>])(?:!==?|=\/=)(?![=!<>])/g, '≠')
    .replace(/(?<![=!<>])===?(?![=!<>])/g, '=')
    .replace(/(?<![=!<>-])<=(?![=!<>])/g, '≤')
    .replace(/(?<![=!<>-])>=(?![=!<>])/g, '≥')
    .replace(/\+\/-/g, '±')
    .replace(/&&/g, '&')
    .replace(/<\/?(\p{L}[\w-]{1,30})\/?>/gu, ' $1 ')
    .replace(arrow, '→')
    .replace(rows, (row) => (/^-+$/.test(row) ? ' — ' : ' '))
  const worded = shortened
    .replace(/(?<=^|[\s([=+*×÷/<>≤≥≈~])[-–−](?=[\p{Sc}]?[.,]?\d)/gmu, padded(signs['−']))
    .replace(/^- (?=\p{Sc}?[.,]?\d)/gmu, padded(signs['−']))
    .replace(/(?<=\d ?)−|−(?= ?[\p{L}\p{N}])/gu, padded(signs['−']))
    .replace(/(?<=\d) [-–] (?=\d[\d.,]* ?[=+×÷*])|(?<=[=+×÷*] ?\d{1,9}) [-–] (?=\d)/gu, padded(signs['−']))
    .replace(new RegExp(`${factorBefore}(?:\\*\\*|\\^)${factorBehind}`, 'gu'), padded(toThePowerOf))
    .replace(new RegExp(`${factorBefore}[*⋅·∙]${factorBehind}`, 'gu'), padded(signs['×']))
    .replace(new RegExp(`${operandBefore}→${operandBehind}`, 'gu'), padded(signs.to))
    .replace(/~(?=\p{Sc}?\d)/gu, padded(signs['≈']))
    .replace(/[№§](?= ?\d)/gu, (sign) => padded(signs[sign as '№' | '§']))
    .replace(/#(?=\d)/gu, padded(signs['№']))
    .replace(/[<>]/g, (sign, at: number, whole: string) =>
      isComparison(whole, at) ? padded(signs[sign as '<' | '>']) : ' ',
    )
    .replace(/©/g, padded(signs['©']))
  return always.reduce((rest, sign) => rest.replaceAll(sign, padded(signs[sign])), worded)
}

/** Whether a number or a single letter is on a side of it; tags and paths of menus are none. */
function isComparison(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 12), at)
  const behind = text.slice(at + 1, at + 13)
  const isOperandBefore = /(?:\d[^\s<>\d]{0,3}|[)\]]|(?<![\p{L}\p{N}])\p{L})\s?$/u.test(before)
  const isOperandBehind = /^\s?(?:[-−.(]?\d|\p{L}(?![\p{L}\p{N}>]))/u.test(behind)
  return (isOperandBefore && /^\s?\S/.test(behind)) || (isOperandBehind && /\S\s?$/.test(before))
}
