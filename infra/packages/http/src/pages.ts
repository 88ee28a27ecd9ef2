import * as z from 'zod/mini'
import { invalid } from './problem.ts'

const maxRows = 100

/** The fields of a list's query that choose its page. */
export const pageQuery = {
  limit: z._default(
    z.coerce
      .number('limit must be a number')
      .check(
        z.int('limit must be a whole number'),
        z.gte(1, 'limit must be at least 1'),
        z.lte(maxRows, `limit must be at most ${maxRows}`),
      ),
    maxRows,
  ),
  cursor: z.optional(z.string('cursor must be given once')),
}

/** Position in a list that is ordered by time and id: of the last row of the page before. */
export type Cursor = { at: Date; id: string }

/** @throws Problem 400 naming `cursor` */
export function decodeCursor(cursor: string): Cursor {
  const [, time, id] = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (!time || !id) throw invalid([{ field: 'cursor', message: 'cursor is not one of ours' }])
  return { at: new Date(Number(time)), id }
}

/**
 * The header `Link` with the address of the next page: the same query, from the row after `last` on. The cursor is opaque for clients,
 * which return it as they got it.
 */
export function linkToNext(path: string, query: Record<string, string | number | undefined>, last: Cursor): string {
  const cursor = Buffer.from(`${last.at.getTime()}.${last.id}`).toString('base64url')
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor })) if (value) address.set(name, String(value))
  return `<${path}?${address}>; rel="next"`
}
