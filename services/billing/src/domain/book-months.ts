import { type BooksQuery, maxBookMonths } from '@utter/contracts/http/books'
import { invalid } from '@utter/http/problem'

/** The months of an export: their names, and the instants between which their invoices were made, the second one excluded. */
export type BookMonths = { from: string; to: string; start: Date; end: Date }

const usualMonths = 12

/** @throws Problem 400 for months in the wrong order, or too many of them */
export function bookMonths({ from, to }: BooksQuery, now: Date): BookMonths {
  const last = indexOf(to ?? nameOf(now.getUTCFullYear() * 12 + now.getUTCMonth()))
  const first = from === undefined ? last - usualMonths + 1 : indexOf(from)
  if (first > last) throw invalid([{ field: 'from', message: 'from must not be after to' }])
  if (last - first >= maxBookMonths)
    throw invalid([{ field: 'from', message: `from and to must be within ${maxBookMonths} months` }])
  return { from: nameOf(first), to: nameOf(last), start: startOf(first), end: startOf(last + 1) }
}

const indexOf = (name: string): number => Number(name.slice(0, 4)) * 12 + Number(name.slice(5)) - 1
const nameOf = (index: number): string => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
const startOf = (index: number): Date => new Date(Date.UTC(Math.floor(index / 12), index % 12, 1))
