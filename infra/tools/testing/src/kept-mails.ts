import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'

/** A mail of the mailbox on disk. Names of headers are lower case. */
export type KeptMail = { to: string; subject: string; text: string; html: string; headers: Record<string, string> }

/** The mails to an address that a platform has kept, oldest first. */
export async function keptMails(dataDir: string, email: string): Promise<KeptMail[]> {
  const folder = join(dataDir, 'mails')
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => /^[^.].*\.eml$/.test(name)).sort()
  const mails = await Promise.all(
    names.map(async (name): Promise<KeptMail> => {
      const { to, subject = '', text = '', html, headerLines } = await simpleParser(await readFile(join(folder, name)))
      return {
        to: [to ?? []]
          .flat()
          .map((one) => one.text)
          .join(', '),
        subject,
        text,
        html: html || '',
        headers: Object.fromEntries(headerLines.map(({ key, line }) => [key, line.slice(key.length + 1).trim()])),
      }
    }),
  )
  return mails.filter(({ to }) => to.includes(email))
}
