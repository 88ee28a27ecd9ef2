import { createHash } from 'node:crypto'
import { type Notice, noticeRules } from '@utter/contracts/http/notices/notice'
import type { NoticeView } from '@utter/contracts/http/notices/views'

/**
 * `pending`: it is tried, now or at `mailDueAt`. `outdated`: there is nobody left to tell, or the link would be over. `unwanted`: the owner
 * has turned its kind off. `off`: the platform sends no mails.
 */
export type MailState = 'pending' | 'sent' | 'failed' | 'outdated' | 'unwanted' | 'off'

/** Something that the owner of an account is told: one document for the app's list and for its mail. */
export type StoredNotice = {
  /** Made of the account and the cause, so that a cause that is consumed twice is told once. */
  _id: string
  userId: string
  notice: Notice
  at: Date
  isListed: boolean
  seenAt?: Date
  /** The one address that its mail may go to; absent: the account's. Only until it is sent. */
  to?: string
  /** The language of a mail to that address; absent: English. Only until it is sent. */
  language?: string
  mail: MailState
  /** While it is pending: the next try, or the end of the lease of the one that is under way. */
  mailDueAt?: Date
  mailTries: number
  mailError?: string
  mailedAt?: Date
  /** When it is removed. */
  expiresAt: Date
}

/** Days for which a notice is kept: longer than any message that could bring it back. */
const keptMs = 100 * 24 * 3_600_000

export const noticeIdOf = (userId: string, cause: string): string =>
  `ntc_${createHash('sha256').update(`${userId} ${cause}`).digest('base64url').slice(0, 24)}`

type Given = { userId: string; cause: string; at: Date; notice: Notice } & {
  [Field in 'to' | 'language']?: string | undefined
}

export const newNotice = (
  { userId, cause, at, to, language, notice }: Given,
  isMailing: boolean,
  now: Date,
): StoredNotice => ({
  _id: noticeIdOf(userId, cause),
  userId,
  notice,
  at,
  isListed: noticeRules[notice.kind].isListed,
  ...(isMailing
    ? { ...(to !== undefined && { to, ...(language && { language }) }), mail: 'pending', mailDueAt: now }
    : { mail: 'off' }),
  mailTries: 0,
  expiresAt: new Date(now.getTime() + keptMs),
})

export const noticeView = ({
  _id,
  at,
  seenAt,
  notice,
}: Pick<StoredNotice, '_id' | 'at' | 'seenAt' | 'notice'>): NoticeView => ({
  id: _id,
  at: at.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
  notice,
})
