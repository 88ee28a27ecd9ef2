import { createKeyedHash } from '@utter/storage/keyed-hash'
import type { Connection } from 'mongoose'
import type { AccountClient } from '../clients/account.ts'
import type { Config } from '../config.ts'
import type { MailDeps } from '../deps.ts'
import { openMailChoices } from '../store/mail-choices.ts'
import { openNotices } from '../store/notices.ts'
import { startMailSender } from './mail-sender.ts'
import { openMailer } from './mailer.ts'

type Opened = Pick<MailDeps, 'clock' | 'log'> & { connection: Connection; account: AccountClient }

/** Everything that notices are made of: their stores, and the loop that sends their mails where the platform sends any. */
export async function openMails(env: Config, { connection, account, clock, log }: Opened) {
  const [notices, choices] = await Promise.all([openNotices(connection), openMailChoices(connection)])
  const resources = new AsyncDisposableStack()
  const hash = createKeyedHash(env.IDENTITY_KEY, 'unsubscribe')
  const mailer = openMailer(env)
  const deps = { notices, choices, hash, publicUrl: env.PUBLIC_URL, clock, log }
  resources.defer(() => mailer?.close())
  const sender = mailer ? resources.use(startMailSender({ ...deps, account, mailer })) : { wake: () => {} }
  return {
    notices,
    choices,
    hash,
    sender,
    isMailing: mailer !== undefined,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
