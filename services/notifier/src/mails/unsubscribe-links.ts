import { timingSafeEqual } from 'node:crypto'
import { type NoticeKind, optionalNoticeKinds } from '@utter/contracts/http/notices/notice'
import type { KeyedHash } from '@utter/storage/keyed-hash'

/** A link by which mails of a kind are turned off without a login; the token is appended. */
export const unsubscribePath = '/api/notifications/unsubscribe?token='

/** The token of a link that turns the mails of one kind off. It is good for that alone, and for ever: mails are kept. */
export const unsubscribeToken = (hash: KeyedHash, userId: string, kind: NoticeKind): string =>
  `${Buffer.from(`${userId} ${kind}`).toString('base64url')}.${hash(`${userId} ${kind}`)}`

/** Undefined: it is not one of ours. */
export function readUnsubscribeToken(hash: KeyedHash, token: string): { userId: string; kind: NoticeKind } | undefined {
  const [named = '', mac = ''] = token.split('.')
  const text = Buffer.from(named, 'base64url').toString('utf8')
  const [expected, given] = [Buffer.from(hash(text)), Buffer.from(mac)]
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined
  const [userId = '', name] = text.split(' ')
  const kind = optionalNoticeKinds.find((one) => one === name)
  return kind && { userId, kind }
}
