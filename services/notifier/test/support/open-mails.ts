import { randomUUID } from 'node:crypto'
import type { AskMailRecipient } from '@utter/contracts/http/internal/account/mail-recipient'
import type { Notice } from '@utter/contracts/http/notices/notice'
import { createKeyedHash } from '@utter/storage/keyed-hash'
import { createLog } from '@utter/telemetry/log'
import { openDatabase } from '@utter/testing/setup/databases'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import '@utter/testing/setup/provided'
import { newNotice } from '../../src/domain/notice.ts'
import { startMailSender } from '../../src/mails/mail-sender.ts'
import { openMailer } from '../../src/mails/mailer.ts'
import { sendMail } from '../../src/mails/send-mail.ts'
import { openMailChoices } from '../../src/store/mail-choices.ts'
import { openNotices } from '../../src/store/notices.ts'

export const publicUrl = 'https://utter.example'
const log = createLog('notifier', 'silent')

/** A real SMTP server on this machine. @param refuse the code of its answer to a receiver, if it refuses him */
export async function openSmtp(refuse: (to: string) => number | undefined = () => undefined) {
  const mails: (ParsedMail & { raw: string; receivers: string[] })[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const code = refuse(address)
      done(code === undefined ? undefined : Object.assign(new Error('No such mailbox'), { responseCode: code }))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        simpleParser(raw).then(
          (parsed) => {
            const receivers = envelope.rcptTo.map(({ address }) => address)
            mails.push({ ...parsed, raw: raw.toString('latin1'), receivers })
            done()
          },
          (error) => done(error),
        )
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

type Options = { smtpUrl: string; settings?: Partial<Parameters<typeof openMailer>[0]>; database?: string }

/** Everything of mails on a real database: a clock that the test moves, and account that answers what the test has. */
export async function openMails({ smtpUrl, settings = {}, database = 'notifier' }: Options) {
  const mongo = await openDatabase(database)
  const [notices, choices] = await Promise.all([openNotices(mongo.connection), openMailChoices(mongo.connection)])
  const mailer = openMailer({
    MAIL_FROM: 'Utter <mail@utter.example>',
    SMTP_URL: smtpUrl,
    MAIL_DIR: undefined,
    MAIL_DKIM_KEY: undefined,
    MAIL_DKIM_SELECTOR: undefined,
    ...settings,
  })
  if (!mailer) throw new Error('no mails are sent')
  let nowMs = Date.parse('2026-03-20T12:00:00Z')
  const clock = { now: () => new Date(nowMs) }
  /** Addresses by account; an account without one was deleted. */
  const people = new Map<string, { email: string; username: string; language?: string }>()
  const asked: AskMailRecipient[] = []
  let isAccountAway = false
  const account = {
    async mailRecipient(userId: string, body: AskMailRecipient) {
      if (isAccountAway) throw new Error('away')
      asked.push(body)
      const person = people.get(userId)
      if (!person || (body.email !== undefined && body.email !== person.email)) return null
      return { ...person, ...(body.link && { link: `${publicUrl}/${body.link}?token=${randomUUID()}` }) }
    },
  }
  const hash = createKeyedHash('a secret of notifier', 'unsubscribe')
  const deps = { notices, choices, account, mailer, hash, publicUrl, clock, log }
  return {
    ...deps,
    deps,
    people,
    asked,
    move(ms: number): void {
      nowMs += ms
    },
    accountIsAway(is: boolean): void {
      isAccountAway = is
    },
    /** A new account. */
    person(email = `${randomUUID()}@example.com`, language?: string): { userId: string; email: string } {
      const userId = randomUUID()
      people.set(userId, { email, username: 'Ada', ...(language && { language }) })
      return { userId, email }
    },
    /** A notice whose mail is due. @returns its id */
    async add(userId: string, notice: Notice, given: { cause?: string; to?: string; language?: string } = {}) {
      const { cause = randomUUID(), ...more } = given
      const stored = newNotice({ userId, cause, at: clock.now(), notice, ...more }, true, clock.now())
      await notices.insert(stored)
      return stored._id
    },
    /** Sends what is due. */
    async turn(): Promise<void> {
      const { leased } = await notices.leaseMails(clock.now(), 50)
      await Promise.all(leased.map((notice) => sendMail(deps, notice)))
    },
    start: () => startMailSender(deps),
    async [Symbol.asyncDispose]() {
      mailer.close()
      await mongo.connection.dropDatabase()
      await mongo.close()
    },
  }
}
