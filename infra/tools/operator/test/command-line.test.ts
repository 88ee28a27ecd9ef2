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
import { runFinding, runLine } from './support/run-line.ts'

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

/** The variables of a platform elsewhere. */
const platformAt = (url: string, key: string) => ({
  ...{ ACCOUNT_URL: url, JOBS_URL: url, BILLING_URL: url, KAFKA_BROKERS: 'kafka:9092', IDENTITY_KEY: key },
})

/** The same in a process of its own. */
async function runApart(line: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), ...line.split(' ')], {
    env: { ...process.env, ...env },
  })
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

test('of a platform elsewhere every variable that is missing or wrong is named', async () => {
  const { code, err } = await runLine('status', { ACCOUNT_URL: 'http://account:8080', JOBS_URL: 'jobs' })
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
  expect((await runLine(line, env)).code).toBe(0)
  expect(account.bodies).toEqual([{ email: 'a@example.com', rate: 5 }])
  expect((await runLine(line, { ...env, IDENTITY_KEY: keys.privateKeys.gateway })).code).toBe(1)
  expect((await runLine('vendor list', env)).err).toContain('There is no speech')
})

test.each([
  ['restore a', ['MONGO_URL', 'KAFKA_BROKERS', 'REDIS_URL']],
  ['backup a', ['MONGO_URL']],
])(
  '%s names every variable of the stores of a platform elsewhere that it needs and that is missing',
  async (line, names) => {
    const { code, err } = await runLine(line, { ACCOUNT_URL: 'http://account:8080' })
    expect(code).toBe(1)
    expect([...err.matchAll(/(\w+) is not set/g)].map(([, name]) => name)).toEqual(names)
  },
)

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
  expect((await runFinding('billing reconcile', env)).code).toBe(0)
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
  expect((await runFinding('stripe setup', env)).out).toBe('It was made.\nSTRIPE_WEBHOOK_SECRET=whsec_of_a_test\n')
  expect((await runFinding('stripe setup', env)).out).toBe('Everything is there.\n')
  expect(await runFinding('stripe doctor', env)).toMatchObject({
    code: 1,
    out: 'right   Pro is 199 dollars a month.\nwrong   No portal: run stripe setup.\nunseen  Whether receipts are sent.\n',
  })
  findings.pop()
  expect((await runFinding('stripe doctor', env)).code).toBe(0)
  await app.close()
})

test('a reader that closes the pipe early, as head does, is no fault', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), '--help'])
  child.stdout.destroy()
  const [[code], complaint] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  expect([code, complaint]).toEqual([0, ''])
})
