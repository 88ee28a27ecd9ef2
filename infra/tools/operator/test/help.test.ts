import { expect, test } from 'vitest'
import { runLine } from './support/run-line.ts'

test('a command that lacks an argument prints its own usage', async () => {
  expect((await runLine('key create')).err).toContain('Usage: npm run operator -- key create EMAIL [NAME] [--days N]')
})

test('a group without a command prints its commands, and exits with 1', async () => {
  expect(await runLine('key')).toMatchObject({ code: 1, err: expect.stringContaining('key revoke EMAIL ID') })
})

test.each(['', 'help', '--help', '-h'])('%j prints every command with its arguments', async (line) => {
  const { code, out } = await runLine(line)
  const listed = out.split('\n').flatMap((row) => /^ {2}(\S.*?)(?: {2}|$)/.exec(row)?.[1] ?? [])
  expect([code, listed]).toEqual([
    0,
    [
      'account list [--suspended] [--email PREFIX] [--before TIME]',
      'account show EMAIL',
      'account suspend EMAIL REASON',
      'account resume EMAIL',
      'account second-factor-off EMAIL',
      'plan set EMAIL PLAN',
      'rate set EMAIL N',
      'concurrency set EMAIL N',
      'calls set EMAIL USED',
      'user reset-password EMAIL',
      'key create EMAIL [NAME] [--days N]',
      'key list EMAIL',
      'key revoke EMAIL ID',
      'stripe setup',
      'stripe doctor',
      'billing debts',
      'billing reconcile [EMAIL]',
      'billing overcharged [--credit]',
      'billing refund EMAIL [--invoice NUMBER] [--amount AMOUNT] [--currency CODE] --reason TEXT [--cancel]',
      'billing credit EMAIL AMOUNT [--currency CODE] --reason TEXT',
      'billing credits [EMAIL]',
      'billing disputes',
      'billing forgive EMAIL',
      'billing trust EMAIL DOLLARS',
      'billing export --from YYYY-MM --to YYYY-MM',
      'vendor list',
      'vendor off NAME',
      'vendor on NAME',
      'job show ID',
      'job try [--url URL] [--voice ID] [--limit SECONDS] [--every SECONDS] [--serve [HOST:]PORT]',
      'incident open TITLE TEXT [--part PART]',
      'incident update ID STATE TEXT',
      'incident list',
      'mail list',
      'mail show ID',
      'mail bounced EMAIL',
      'dead list TOPIC',
      'dead replay TOPIC',
      'backup FILE [--recipient KEY]',
      'backups keep FOLDER [--every HOURS] [--keep N] [--recipient KEY] [--serve [HOST:]PORT]',
      'restore FILE [--replace] [--identity FILE]',
      'demo [--jobs N]',
      'status',
      'doctor [--json] [--all] [--report FILE] [--backups FOLDER] [--serve [HOST:]PORT]',
    ],
  ])
})

test.each([
  'account list',
  'account suspend',
  'plan',
  'plan set',
  'rate set',
  'concurrency set',
  'calls set',
  'key',
  'key create',
  'key list',
  'vendor list',
  'vendor off',
  'job show',
  'job try',
  'dead',
  'dead list',
  'backup',
  'backups',
  'backups keep',
  'restore',
  'demo',
  'status',
  'doctor',
])('%s --help is about that command', async (command) => {
  const { code, out } = await runLine(`${command} --help`)
  expect([code, out.startsWith(`Usage: npm run operator -- ${command}`)]).toEqual([0, true])
})
