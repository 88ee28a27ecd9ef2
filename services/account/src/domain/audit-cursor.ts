import { invalid } from '@utter/http/problem'

/** Position of a page: the last entry of the page before. */
export type AuditCursor = { at: Date; id: string }

/** Opaque for clients, which return it as they got it. */
export const encodeCursor = ({ at, id }: AuditCursor): string =>
  Buffer.from(`${at.getTime()}.${id}`).toString('base64url')

/** @throws Problem 400 naming `cursor` */
export function decodeCursor(cursor: string): AuditCursor {
  const [, time, id] = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (!time || !id) throw invalid([{ field: 'cursor', message: 'cursor is not one of ours' }])
  return { at: new Date(Number(time)), id }
}
