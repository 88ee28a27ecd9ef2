import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'
import { sentBody } from '../fields.ts'
import { accountWebhookTypes, Notice, noticeKinds } from './notice.ts'

/** A notice, as its owner sees it in the app. */
export const NoticeView = z.object({
  id: z.string(),
  at: Instant,
  /** Null: not yet. */
  seenAt: z.nullable(Instant),
  notice: Notice,
})
export type NoticeView = z.infer<typeof NoticeView>

/** `GET /api/notifications`: newest first. `unseen`: of all that are kept, 100 at most. */
export const NoticeList = z.object({ unseen: z.int(), notices: z.array(NoticeView) })
export type NoticeList = z.infer<typeof NoticeList>

/** `POST /api/notifications/seen`: all of these times and before. */
export const SeenUntil = sentBody({
  until: z
    .string('until must be a time such as 2026-03-20T12:00:00Z')
    .check(z.iso.datetime({ offset: true, error: 'until must be a time such as 2026-03-20T12:00:00Z' })),
})
export const SeenNotices = z.object({ unseen: z.int() })

/** Mails of a kind, as `GET /api/settings/notifications` shows them. */
export const MailSetting = z.object({
  kind: z.enum(noticeKinds),
  isMailed: z.boolean(),
  /** Mails that guard the account are always sent. */
  isOptional: z.boolean(),
  /** The type of its message to the account's webhook, and whether it is sent; null: there is none. */
  webhookType: z.nullable(z.enum(accountWebhookTypes)),
  isSentToWebhook: z.boolean(),
})
export type MailSetting = z.infer<typeof MailSetting>

/** `isMailing`: whether the platform can send mails at all. */
export const MailSettings = z.object({ isMailing: z.boolean(), kinds: z.array(MailSetting) })
export type MailSettings = z.infer<typeof MailSettings>

const kinds = (name: string) =>
  z
    .array(z.enum(noticeKinds, `${name} must hold kinds of notices`), `${name} must be a list of kinds`)
    .check(z.maxLength(noticeKinds.length, `${name} must hold each kind once`))

/** `PUT /api/settings/notifications`: kinds that are not mailed, and those that are not sent to the webhook; absent: as before. */
export const SetMailSettings = sentBody({
  withoutMail: z.optional(kinds('withoutMail')),
  withoutWebhook: z.optional(kinds('withoutWebhook')),
})
export type SetMailSettings = z.infer<typeof SetMailSettings>

/** The message to the account's webhook about a notice. */
export const AccountWebhookEvent = z.object({
  type: z.enum(accountWebhookTypes),
  timestamp: Instant,
  data: z.object({ noticeId: z.string(), notice: Notice }),
})
export type AccountWebhookEvent = z.infer<typeof AccountWebhookEvent>
