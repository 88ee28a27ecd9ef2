import { catalog } from '../language/words.ts'
import { madeOnce } from '../made-once.ts'
import { locale } from './locale.ts'

const format = madeOnce(() => new Intl.NumberFormat(locale()))

/** '12,480'. In English not by Intl (`made-once.ts`): numbers are in every first window. @param count a whole number */
export const grouped = (count: number): string =>
  locale() === 'en' ? String(count).replace(/\B(?=(\d{3})+$)/g, ',') : format().format(count)

/**
 * A number and its noun: '1 try', '12,480 tries'. In another language it is the text '{count} tries', which may choose by `number` among its own
 * forms.
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  catalog._(`{count} ${count === 1 ? one : many}`, { count: grouped(count), number: count })
