import type { MailRecipient } from '@utter/contracts/http/internal/account/mail-recipient'
import { noticeRules } from '@utter/contracts/http/notices/notice'
import { failpoint } from '@utter/runtime/failpoint'
import type { MailDeps } from '../deps.ts'
import { isMailWanted } from '../domain/mail-choice.ts'
import type { StoredNotice } from '../domain/notice.ts'
import { htmlOf, textOf } from './layout.ts'
import { letterOf } from './letters.ts'
import { maxMailsPerHour, nextMailAt, usefulMs } from './mail-retries.ts'
import { mailWords } from './mail-words.ts'
import { MailRefused } from './mailer.ts'
import { countMail } from './metrics.ts'
import { unsubscribePath, unsubscribeToken } from './unsubscribe-links.ts'

/** Pause of a mail that waits for account. */
const waitMs = 10_000
const hourMs = 3_600_000

type Recipient = Pick<MailRecipient, 'email'> & Partial<MailRecipient>

/**
 * Sends the mail of a leased notice, or ends it where nobody is left to tell. A process that dies after the server has
 * taken it sends it once more, under the same `Message-ID`.
 */
export async function sendMail(deps: MailDeps, notice: StoredNotice): Promise<void> {
  const { notices, choices, clock, log } = deps
  const { kind } = notice.notice
  const end = async (state: Parameters<typeof notices.mailEnded>[1], error?: string) => {
    await notices.mailEnded(notice, state, clock.now(), error)
    countMail(state)
    log.info({ notice: notice._id, userId: notice.userId, kind, state, ...(error && { error }) }, 'a mail has ended')
  }
  if (clock.now().getTime() - notice.at.getTime() > usefulMs(kind)) return end('outdated')
  const choice = await choices.read(notice.userId)
  if (!isMailWanted(choice, kind)) return end('unwanted')
  const sinceHour = new Date(clock.now().getTime() - hourMs)
  if (noticeRules[kind].isOptional && (await notices.countMails(notice.userId, sinceHour)) >= maxMailsPerHour)
    return end('unwanted', `more than ${maxMailsPerHour} mails in an hour`)
  const recipient = await recipientOf(deps, notice).catch((error) => {
    log.debug({ err: error, notice: notice._id }, 'a mail waits for account')
    return undefined
  })
  if (recipient === undefined) return postpone(deps, notice, 'account is unavailable', false)
  if (recipient === null) return end('outdated')
  if (noticeRules[kind].isOptional && choice?.bouncedEmail === recipient.email)
    return end('unwanted', 'mails come back')
  failpoint('mail-leased')
  try {
    await deps.mailer.send(mailOf(deps, notice, recipient))
  } catch (error) {
    const { message } = error as Error
    if (error instanceof MailRefused) return end('failed', message)
    return postpone(deps, notice, message, true)
  }
  failpoint('mail-sent')
  await end('sent')
}

/** Null: there is nobody left to tell. @throws while account is unavailable */
async function recipientOf(
  { account }: MailDeps,
  { userId, notice, to, language }: StoredNotice,
): Promise<Recipient | null> {
  const { kind } = notice
  if (kind === 'email-verification' || kind === 'password-forgotten')
    return account.mailRecipient(userId, { link: kind, ...(to !== undefined && { email: to }) })
  // To an address that the account no longer has.
  return to === undefined ? account.mailRecipient(userId, {}) : { email: to, ...(language && { language }) }
}

function mailOf({ hash, publicUrl }: MailDeps, { _id, userId, at, notice }: StoredNotice, recipient: Recipient) {
  const { email, username, link = publicUrl } = recipient
  const words = mailWords(recipient.language)
  const letter = letterOf(notice, { words, at, publicUrl: publicUrl.replace(/\/$/, ''), link })
  const token = noticeRules[notice.kind].isOptional ? unsubscribeToken(hash, userId, notice.kind) : undefined
  const unsubscribeUrl = token && new URL(`${unsubscribePath}${token}`, publicUrl).href
  const frame = { words, publicUrl, ...(username && { username }), ...(unsubscribeUrl && { unsubscribeUrl }) }
  return {
    id: _id,
    to: email,
    at,
    subject: letter.subject,
    text: textOf(letter, frame),
    html: htmlOf(letter, frame),
    language: words.language,
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
}

async function postpone(deps: MailDeps, notice: StoredNotice, error: string, isTry: boolean): Promise<void> {
  const { notices, clock, log } = deps
  const now = clock.now()
  const next = isTry ? nextMailAt(notice.mailTries + 1, now, Math.random()) : new Date(now.getTime() + waitMs)
  if (!next) return notices.mailEnded(notice, 'failed', now, error)
  await notices.mailPostponed(notice, next, error.slice(0, 300), isTry)
  log.info({ notice: notice._id, error, next }, 'a mail is tried later')
}
