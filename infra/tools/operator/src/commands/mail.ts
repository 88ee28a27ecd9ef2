import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { simpleParser } from 'mailparser'
import { email, mailId } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'
import { UsageError } from '../usage-sentence.ts'

const maxListed = 100

/** The mailbox of `npm start`, for mails that a platform without a mail server has kept; and mails that came back. */
export function addMailCommands(
  program: Command,
  platform: FindPlatform,
  dataDir: string | undefined,
  env: NodeJS.ProcessEnv,
): void {
  const mail = program.command('mail')
  // As `npm start` has it.
  const folder = env.MAIL_DIR || (dataDir && join(dataDir, 'mails'))
  mail
    .command('list')
    .summary('mails that were kept in the mailbox on disk, the newest first')
    .description('Prints the last 100 mails of the mailbox on disk: time, receiver, subject and id.')
    .action(async () => {
      const found = await filesOf(folder)
      if (found.length === 0) return console.log('There is no mail.')
      for (const file of found.slice(0, maxListed)) {
        const { date, to, subject } = await simpleParser(await readFile(file.path))
        console.log([date?.toISOString() ?? '', textOf(to), subject ?? '', file.id].join('\t'))
      }
    })
  mail
    .command('show')
    .summary('a mail of it, as text')
    .description('Prints a mail of the mailbox on disk as text: its head, and what its reader sees without HTML.')
    .addArgument(mailId)
    .action(async (id: string) => {
      const found = (await filesOf(folder)).find((file) => file.id === id)
      if (!found) throw new UsageError(`There is no mail ${id}: mail list prints those that there are.`)
      const { from, to, subject, date, text = '' } = await simpleParser(await readFile(found.path))
      console.log(`From: ${textOf(from)}\nTo: ${textOf(to)}\nDate: ${date?.toUTCString() ?? ''}\nSubject: ${subject}\n`)
      console.log(text.trimEnd())
    })
  mail
    .command('bounced')
    .summary('a mail to this account came back: it gets none but what guards it')
    .description(
      'Says that a mail to the address of this account came back for good. Until the address is another one, only mails that guard the account are sent to it.',
    )
    .addArgument(email)
    .action(async (address: string) => {
      await (await platform()).operator.mailBounced(address)
    })
}

/** The newest first. */
async function filesOf(folder: string | undefined): Promise<{ id: string; path: string }[]> {
  if (!folder) throw new UsageError('There is no mailbox on disk here: MAIL_DIR names one.')
  const names = await readdir(folder).catch((): string[] => [])
  const mails = names
    .filter((name) => /^[^.].*\.eml$/.test(name))
    .sort()
    .reverse()
  return mails.map((name) => ({ id: name.slice(0, -'.eml'.length), path: join(folder, name) }))
}

const textOf = (address: { text: string } | { text: string }[] | undefined): string =>
  [address ?? []]
    .flat()
    .map(({ text }) => text)
    .join(', ')
