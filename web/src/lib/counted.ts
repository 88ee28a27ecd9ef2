import { locale } from './locale.ts'

/** A number and its noun: '1 try', '12,480 tries'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString(locale)} ${count === 1 ? one : many}`
