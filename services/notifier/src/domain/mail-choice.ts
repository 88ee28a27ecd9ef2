import {
  type AccountWebhookType,
  type NoticeKind,
  type NoticeRule,
  noticeKinds,
  noticeRules,
} from '@utter/contracts/http/notices/notice'
import type { MailSettings } from '@utter/contracts/http/notices/views'

/** How an owner wants to be told: the kinds that are not mailed, and those that are not sent to the account's webhook. */
export type MailChoice = {
  /** The account. */
  _id: string
  withoutMail?: NoticeKind[]
  withoutWebhook?: NoticeKind[]
  /** The address from which a mail came back for good: nothing optional is sent to it any more. */
  bouncedEmail?: string
}

export const isMailWanted = (choice: MailChoice | null, kind: NoticeKind): boolean =>
  !noticeRules[kind].isOptional || !choice?.withoutMail?.includes(kind)

/** The type of the message to the account's webhook; undefined: none is sent. */
export function webhookTypeOf(choice: MailChoice | null, kind: NoticeKind): AccountWebhookType | undefined {
  const { webhookType }: NoticeRule = noticeRules[kind]
  return choice?.withoutWebhook?.includes(kind) ? undefined : webhookType
}

export const mailSettingsView = (choice: MailChoice | null, isMailing: boolean): MailSettings => ({
  isMailing,
  kinds: noticeKinds.map((kind) => {
    const { isOptional, webhookType }: NoticeRule = noticeRules[kind]
    return {
      kind,
      isMailed: isMailWanted(choice, kind),
      isOptional,
      webhookType: webhookType ?? null,
      isSentToWebhook: webhookTypeOf(choice, kind) !== undefined,
    }
  }),
})
