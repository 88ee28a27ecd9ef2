import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createIdentityGuard, type IdentityGuard } from '@utter/http/identity'
import { createServer } from '@utter/http/server'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { expect, test } from 'vitest'
import { runCommand } from '../src/run-command.ts'

/** A stub of account, which takes rates from the operator alone. */
async function openAccount(guard: IdentityGuard) {
  const bodies: unknown[] = []
  const app = createServer({ log: createLog('account', 'silent') })
  app.put('/internal/rates', { access: guard.internal('operator') }, async ({ body }) => {
    bodies.push(body)
    return body
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, bodies, [Symbol.asyncDispose]: () => app.close() }
}

/** A command line without a platform: its exit code, and the text of both streams. */
async function run(line: string | string[], env: Record<string, string> = {}) {
  const printed = { out: '', err: '' }
  const words = typeof line === 'string' ? line.split(' ').filter(Boolean) : line
  const code = await runCommand(words, join(import.meta.dirname, 'no-such-data-folder'), env, {
    writeOut: (part) => {
      printed.out += part
    },
    writeErr: (part) => {
      printed.err += part
    },
  })
  return { code, ...printed }
}

/** The variables of a platform elsewhere. */
const platformAt = (url: string, key: string) => ({
  ...{ ACCOUNT_URL: url, JOBS_URL: url, BILLING_URL: url, KAFKA_BROKERS: 'kafka:9092', IDENTITY_KEY: key },
})

/** The same in a process of its own, whose exit code a command sets. */
async function runApart(line: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), ...line.split(' ')], {
    env: { ...process.env, ...env },
  })
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

test.each<[string | string[], string]>([
  ['nonsense', "There is no command 'nonsense'."],
  ['key nonsense', "There is no command 'nonsense'."],
  ['account show', 'EMAIL is missing.'],
  ['account suspend a@example.com', 'REASON is missing.'],
  ['account resume', 'EMAIL is missing.'],
  ['account list --before', 'TIME is missing.'],
  ['account list', 'No platform runs on this data folder: start one with npm start.'],
  ['plan set', 'EMAIL is missing.'],
  [['plan', 'set', '', 'pro'], 'EMAIL is missing.'],
  ['plan set a@example.com', 'PLAN is missing.'],
  ['plan set a@example.com gold', 'PLAN must be one of free, starter, creator, pro, enterprise.'],
  ['rate set a@example.com', 'N is missing.'],
  ['rate set a@example.com many', 'N must be a whole number.'],
  ['rate set a@example.com -5', 'N must be a whole number.'],
  ['concurrency set a@example.com', 'N is missing.'],
  ['concurrency set a@example.com many', 'N must be a whole number.'],
  ['calls set a@example.com 1.5', 'USED must be a whole number.'],
  ['user reset-password', 'EMAIL is missing.'],
  ['key create', 'EMAIL is missing.'],
  ['key create a@example.com x --days', 'N is missing.'],
  ['key create a@example.com x --days 0', 'N must be a whole number of days, at least 1.'],
  ['key create a@example.com x --day 3', "There is no option '--day'."],
  ['key create a@example.com two words', "Too many arguments for 'create'."],
  ['key revoke a@example.com', 'ID is missing.'],
  ['vendor off', 'NAME is missing.'],
  ['stripe setup now', "Too many arguments for 'setup'."],
  ['stripe doctor', 'No platform runs on this data folder: start one with npm start.'],
  ['stripe setup', 'No platform runs on this data folder: start one with npm start.'],
  [['billing', 'reconcile', ''], 'EMAIL is missing.'],
  ['billing reconcile', 'No platform runs on this data folder: start one with npm start.'],
  ['billing credit a@example.com --reason x', 'AMOUNT is missing.'],
  ['billing credit a@example.com 0 --reason x', 'AMOUNT must be at most 1000, such as 12 or 12.50.'],
  ['billing credit a@example.com --reason x -- -5', 'AMOUNT must be at most 1000, such as 12 or 12.50.'],
  ['billing credit a@example.com 1000.01 --reason x', 'AMOUNT must be at most 1000, such as 12 or 12.50.'],
  ['billing credit a@example.com 1.5 --reason x', 'AMOUNT must be at most 1000, such as 12 or 12.50.'],
  ['billing credit a@example.com 5', 'TEXT is missing.'],
  ['billing credit a@example.com 5 --currency euro --reason x', 'CODE must be the code of a currency, such as eur.'],
  ['billing credit a@example.com 12.50 --currency jpy --reason x', 'AMOUNT must be a whole number of JPY.'],
  ['billing refund a@example.com --amount 0.50 --currency jpy --reason x', 'AMOUNT must be a whole number of JPY.'],
  ['billing credit a@example.com 500 --currency jpy --reason x', 'No platform runs on this data folder'],
  ['billing refund a@example.com --amount much --reason x', 'AMOUNT must be at most 999999, such as 12 or 12.50.'],
  ['billing export --from 2026-13 --to 2027-01', 'YYYY-MM must be a month such as 2026-03.'],
  ['billing forgive', 'EMAIL is missing.'],
  ['job show', 'ID is missing.'],
  ['job try', 'UTTER_KEY must have an API key'],
  ['job try --url utter.example', 'URL must be an address, such as https://utter.example.'],
  ['job try --limit 0', 'SECONDS must be a whole number, 1 to 600.'],
  ['job try --every 1', 'SECONDS must be a whole number, 10 to 86400.'],
  ['job try --serve here', 'PORT must be a port, or an address and a port'],
  ['dead list', 'TOPIC is missing.'],
  ['dead replay job.nothing', 'TOPIC must be one of chat.requested, '],
  ['backup', 'FILE is missing.'],
  ['backup a', 'No servers run on this data folder: start them with npm start -- --servers.'],
  ['backup a --recipient', 'KEY is missing.'],
  ['backups keep', 'FOLDER is missing.'],
  ['backups keep no-such-folder', 'The folder no-such-folder cannot be written into: ENOENT.'],
  ['backups keep a --every 0', 'HOURS must be a whole number, 1 to 168.'],
  ['backups keep a --keep none', 'N must be a whole number, 1 to 1000.'],
  ['restore a --identity', 'FILE is missing.'],
  ['restore a --identity no-such-file', 'The file of keys no-such-file cannot be read: ENOENT.'],
  ['restore a --replac', "There is no option '--replac'."],
  ['demo --jobs 0', 'N must be a whole number of jobs, 1 to 1000.'],
  ['demo --jobs', 'N is missing.'],
  ['demo', 'No platform runs on this data folder: start one with npm start.'],
  ['status', 'No platform runs on this data folder: start one with npm start.'],
  ['doctor', 'No platform runs on this data folder: start one with npm start.'],
  ['doctor --report', 'FILE is missing.'],
  ['doctor --serve', '[HOST:]PORT is missing.'],
  ['doctor --serve 70000', 'PORT must be a port, or an address and a port'],
  ['doctor --serve here:', 'PORT must be a port, or an address and a port'],
  ['doctor --serve 9464', 'No platform runs on this data folder: start one with npm start.'],
  ['rate set a@example.com 5', 'No platform runs on this data folder: start one with npm start.'],
])('%j ends with a sentence and exit code 1', async (line, sentence) => {
  const { code, out, err } = await run(line)
  expect([code, out, err.startsWith(sentence)]).toEqual([1, '', true])
})

test('of a platform elsewhere every variable that is missing or wrong is named', async () => {
  const { code, err } = await run('status', { ACCOUNT_URL: 'http://account:8080', JOBS_URL: 'jobs' })
  expect(code).toBe(1)
  for (const fault of [
    'JOBS_URL must be an address',
    'BILLING_URL is not set',
    'KAFKA_BROKERS is not set',
    'IDENTITY_KEY is not set',
  ])
    expect(err).toContain(fault)
})

test('a platform elsewhere is called at its addresses, with a token of the operator’s', async () => {
  const keys = createTestIdentity()
  const guard = createIdentityGuard(keys.publicKeys, 'account')
  await using account = await openAccount(guard)
  const line = 'rate set a@example.com 5'
  const env = {
    ...{ ACCOUNT_URL: account.url, JOBS_URL: account.url, BILLING_URL: account.url, KAFKA_BROKERS: 'kafka:9092' },
    IDENTITY_KEY: keys.privateKeys.operator,
  }
  expect((await run(line, env)).code).toBe(0)
  expect(account.bodies).toEqual([{ email: 'a@example.com', rate: 5 }])
  expect((await run(line, { ...env, IDENTITY_KEY: keys.privateKeys.gateway })).code).toBe(1)
  expect((await run('vendor list', env)).err).toContain('There is no speech')
})

test('of the stores of a platform elsewhere every variable that is missing is named', async () => {
  const { code, err } = await run('backup a', { ACCOUNT_URL: 'http://account:8080' })
  expect(code).toBe(1)
  for (const name of ['MONGO_URL', 'KAFKA_BROKERS', 'REDIS_URL']) expect(err).toContain(`${name} is not set`)
})

test('differences that a command has found are exit code 1, none are 0', async () => {
  const keys = createTestIdentity()
  const guard = createIdentityGuard(keys.publicKeys, 'billing')
  const missing = [{ userId: randomUUID(), kind: 'missing-item', sentence: 'An item is missing' }]
  const answers = [
    { accounts: 0, differences: [], found: 0 },
    { accounts: 0, differences: [], found: 0, compared: 1_000 },
    { accounts: 2_000, differences: missing, found: 3, endedAt: '2026-03-20T03:00:00.000Z' },
    { accounts: 2_000, differences: missing, found: 3, endedAt: '2026-03-20T03:00:00.000Z' },
    { accounts: 2_000, differences: [], found: 0, endedAt: '2026-03-21T03:00:00.000Z' },
  ]
  const app = createServer({ log: createLog('billing', 'silent') })
  const access = guard.internal('operator')
  app.post('/internal/billing/reconciliation', { access }, async () => answers.shift())
  app.get('/internal/billing/reconciliation', { access }, async () => answers.shift())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const env = platformAt(url, keys.privateKeys.operator)
  const first = await runApart('billing reconcile', env)
  expect(first).toMatchObject({ code: 1, err: expect.stringContaining('so far: 1000') })
  expect(first.out).toMatch(/An item is missing\.\n… and 2 more\.\nAccounts compared: 2000, differences: 3\./)
  expect((await runApart('billing reconcile', env)).code).toBe(0)
  await app.close()
})

test('the signing secret of a new endpoint is printed once; what is wrong at Stripe is exit code 1', async () => {
  const keys = createTestIdentity()
  const access = createIdentityGuard(keys.publicKeys, 'billing').internal('operator')
  const app = createServer({ log: createLog('billing', 'silent') })
  const outcomes = [{ changes: ['It was made.'], webhookSecret: 'whsec_of_a_test' }, { changes: [] }]
  const findings = [
    { state: 'right', sentence: 'Pro is 199 dollars a month.' },
    { state: 'unseen', sentence: 'Whether receipts are sent.' },
    { state: 'wrong', sentence: 'No portal: run stripe setup.' },
  ]
  app.post('/internal/stripe/setup', { access }, async () => outcomes.shift())
  app.get('/internal/stripe/doctor', { access }, async () => ({ findings: findings.slice() }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const env = platformAt(url, keys.privateKeys.operator)
  expect((await runApart('stripe setup', env)).out).toBe('It was made.\nSTRIPE_WEBHOOK_SECRET=whsec_of_a_test\n')
  expect((await runApart('stripe setup', env)).out).toBe('Everything is there.\n')
  expect(await runApart('stripe doctor', env)).toMatchObject({
    code: 1,
    out: 'right   Pro is 199 dollars a month.\nwrong   No portal: run stripe setup.\nunseen  Whether receipts are sent.\n',
  })
  findings.pop()
  expect((await runApart('stripe doctor', env)).code).toBe(0)
  await app.close()
})

test('a command that lacks an argument prints its own usage', async () => {
  expect((await run('key create')).err).toContain('Usage: npm run operator -- key create EMAIL [NAME] [--days N]')
})

test('a group without a command prints its commands, and exits with 1', async () => {
  expect(await run('key')).toMatchObject({ code: 1, err: expect.stringContaining('key revoke EMAIL ID') })
})

test.each(['', 'help', '--help', '-h'])('%j prints every command with its arguments', async (line) => {
  const { code, out } = await run(line)
  const listed = out.split('\n').flatMap((row) => /^ {2}(\S.*?)(?: {2}|$)/.exec(row)?.[1] ?? [])
  expect([code, listed]).toEqual([
    0,
    [
      'account list [--suspended] [--email PREFIX] [--before TIME]',
      'account show EMAIL',
      'account suspend EMAIL REASON',
      'account resume EMAIL',
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
  const { code, out } = await run(`${command} --help`)
  expect([code, out.startsWith(`Usage: npm run operator -- ${command}`)]).toEqual([0, true])
})

test('a reader that closes the pipe early, as head does, is no fault', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), '--help'])
  child.stdout.destroy()
  const [[code], complaint] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  expect([code, complaint]).toEqual([0, ''])
})
