import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runFinding, runLine } from './support/run-line.ts'

const mailOf = (subject: string, hour: number) =>
  [
    'From: Utter <mail@localhost>',
    'To: ada@example.com',
    `Date: Fri, 20 Mar 2026 ${hour}:00:00 +0000`,
    `Subject: ${subject}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Hello Ada=2C',
    '',
  ].join('\r\n')

/** A mailbox with these mails, named by their time as notifier names them. */
async function openMailbox(subjects: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'utter-mails-'))
  for (const [index, subject] of subjects.entries())
    await writeFile(join(folder, `20260320T1${index}0000-ntc_${index}.eml`), mailOf(subject, 10 + index))
  // A file that is still being written.
  await writeFile(join(folder, '.half.eml'), 'From: ')
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('mails are listed, the newest first, and shown as their reader has them', async () => {
  await using mailbox = await openMailbox(['first', 'second'])
  const env = { MAIL_DIR: mailbox.folder }
  const { out } = await runFinding('mail list', env)
  expect(
    out
      .trim()
      .split('\n')
      .map((row) => row.split('\t')),
  ).toEqual([
    ['2026-03-20T11:00:00.000Z', 'ada@example.com', 'second', '20260320T110000-ntc_1'],
    ['2026-03-20T10:00:00.000Z', 'ada@example.com', 'first', '20260320T100000-ntc_0'],
  ])
  const shown = await runFinding('mail show 20260320T100000-ntc_0', env)
  expect(shown.out).toContain('To: ada@example.com')
  expect(shown.out).toContain('Subject: first\n\nHello Ada,')
})

test('a mail that is not there, and an empty mailbox, are said', async () => {
  await using mailbox = await openMailbox([])
  const env = { MAIL_DIR: mailbox.folder }
  expect((await runFinding('mail list', env)).out).toBe('There is no mail.\n')
  expect(await runLine('mail show nonsense', env)).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no mail nonsense'),
  })
})
