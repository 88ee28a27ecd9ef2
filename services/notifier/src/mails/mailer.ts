import { mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

export type Mail = {
  /** Unique: the `Message-ID` and the name of the file are made of it, so that a mail that is sent again is known as the same. */
  id: string
  to: string
  /** When what it is about happened. */
  at: Date
  subject: string
  text: string
  html: string
  /** A tag of BCP 47. */
  language: string
  /** The value of `List-Unsubscribe`; absent: there is no such header. */
  unsubscribeUrl?: string
}

/** A mail that no repetition brings through: the receiver has refused its address or itself. */
export class MailRefused extends Error {}

export type Mailer = {
  /** @throws MailRefused for good; anything else may go away */
  send(mail: Mail): Promise<void>
  close(): void
}

type Settings = Pick<Config, 'MAIL_FROM' | 'SMTP_URL' | 'MAIL_DIR' | 'MAIL_DKIM_KEY' | 'MAIL_DKIM_SELECTOR'>

/** Mails in a mailbox on disk; the oldest go. */
const maxFiles = 500

/** By SMTP, or as files of a folder in development. Undefined: the platform sends no mails. */
export function openMailer(settings: Settings): Mailer | undefined {
  const { MAIL_FROM: from, SMTP_URL: url, MAIL_DIR: folder } = settings
  if (from === undefined) return undefined
  const domain = domainOf(from)
  const dkim = dkimOf(settings, domain)
  const safe = { disableFileAccess: true, disableUrlAccess: true, ...(dkim && { dkim }) }
  const messageOf = ({ id, to, subject, text, html, language, unsubscribeUrl }: Mail) => ({
    from,
    to,
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    headers: {
      // RFC 3834: no automatic reply answers it.
      'Auto-Submitted': 'auto-generated',
      // RFC 3282.
      'Content-Language': language,
      // RFC 8058: the client of a mailbox unsubscribes by one POST.
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  })
  if (url !== undefined) {
    const transport = createTransport(
      { url, pool: true, maxConnections: 4, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
      safe,
    )
    return {
      async send(mail) {
        await transport.sendMail(messageOf(mail)).catch((error: Error & { responseCode?: number }) => {
          const { responseCode = 0 } = error
          // 5xx of SMTP but those of a login: what an operator mends is no fault of the address.
          const isForGood = responseCode >= 550 && responseCode <= 559
          throw isForGood ? new MailRefused(error.message, { cause: error }) : error
        })
      },
      close: () => transport.close(),
    }
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, safe)
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail))
      await keepFile(folder ?? '', `${timeOfName(mail.at)}-${mail.id}.eml`, message as Buffer)
    },
    close: () => transport.close(),
  }
}

/** Begins the names of files, so that they sort by time. */
const timeOfName = (at: Date): string => at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)

/** Written under another name first: a reader never finds half of a mail. */
async function keepFile(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written = join(folder, `.${name}`)
  await writeFile(written, content, { mode: 0o600 })
  await rename(written, join(folder, name))
  const all = (await readdir(folder)).filter((file) => file.endsWith('.eml'))
  for (const old of all.length > maxFiles ? all.sort().slice(0, all.length - maxFiles) : [])
    await unlink(join(folder, old)).catch(() => {})
}

/** `example.com` of `Utter <mail@example.com>`. */
export const domainOf = (from: string): string => /@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

function dkimOf({ MAIL_DKIM_KEY: key, MAIL_DKIM_SELECTOR: keySelector = 'utter' }: Settings, domainName: string) {
  if (key === undefined) return undefined
  const body = key.replaceAll(/\s/g, '')
  // A variable has it on a line: DER in base64.
  const privateKey = `-----BEGIN PRIVATE KEY-----\n${body.replace(/(.{64})/g, '$1\n')}\n-----END PRIVATE KEY-----`
  return { domainName, keySelector, privateKey }
}
