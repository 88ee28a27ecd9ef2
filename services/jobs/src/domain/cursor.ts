import { invalid } from '@utter/http/problem'

/** Position of a page: the last row of the page before, in the order of the list. */
export type Cursor = { createdAt: Date; id: string }

/** Opaque for clients, which return it as they got it. */
export const encodeCursor = ({ createdAt, id }: Cursor): string =>
  Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')

/** @throws Problem 400 naming `cursor` */
export function decodeCursor(cursor: string): Cursor {
  const [, time, id] = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (!time || !id) throw invalid([{ field: 'cursor', message: 'cursor is not one of ours' }])
  return { createdAt: new Date(Number(time)), id }
}
