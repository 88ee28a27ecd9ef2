import { decimalOf } from './intl.ts'

/** A figure with its points and commas, in the source of an expression. Its length is bounded, so that a search in a row of digits stays linear. */
export const figure = '(?:\\d{1,18}(?:[.,]\\d{1,18}){0,6}|[.,]\\d{1,18})'
/** Before a figure: neither a part of a word nor of a longer figure. */
export const figureStart = '(?<![\\p{L}\\p{N}]|\\d[.,])'

export type Amount = {
  /** With the decimal sign of the language. */
  text: string
  value: number
  decimals: number
}

/** A figure as a number: its last sign parts decimals when it is the language's own, or when it can part no thousands. */
export function amountOf(written: string, language: string): Amount {
  const decimal = decimalOf(language)
  const [, whole = '', sign = '', rest = ''] = /^(.*)([.,])(\d+)$/.exec(written) ?? [undefined, written]
  const isDecimal = sign === decimal ? !whole.includes(decimal) : rest.length !== 3 && !/[.,]/.test(whole)
  const digits = (text: string) => text.replace(/\D/g, '')
  if (sign === '' || !isDecimal) return { text: written, value: Number(digits(written)), decimals: 0 }
  return { text: `${whole}${decimal}${rest}`, value: Number(`${digits(whole)}.${rest}`), decimals: rest.length }
}
