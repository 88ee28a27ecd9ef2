import * as z from 'zod/mini'

/** Mails that hold a link of their own. */
export const mailLinks = ['email-verification', 'password-forgotten'] as const

/** `POST /internal/accounts/:userId/mail-recipient`, notifier to account, right before a mail is sent. */
export const AskMailRecipient = z.object({
  /** The link that the mail is to hold, which is made by this; one that was made before is worth nothing then. */
  link: z.optional(z.enum(mailLinks)),
  /** The address that the link was asked for; another one since then gets none. */
  email: z.optional(z.string()),
})
export type AskMailRecipient = z.infer<typeof AskMailRecipient>

export const MailRecipient = z.object({
  email: z.string(),
  username: z.string(),
  /** The language of its mails, which may be one that notifier does not know yet; absent: English. */
  language: z.optional(z.string()),
  /** Absent: none was asked for. */
  link: z.optional(z.string()),
})
export type MailRecipient = z.infer<typeof MailRecipient>
