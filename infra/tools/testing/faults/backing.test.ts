import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Settings } from '@utter/contracts/http/account/settings'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { openVendor } from '@utter/testing/faults/vendor'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { testOperator } from '@utter/testing/setup/operator'
import { freeze, keepAway, killAndAwait } from '@utter/testing/setup/processes'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'

const { url } = inject('platform')
let careful: RetryingCustomer
let vendor: Awaited<ReturnType<typeof openVendor>>

beforeAll(async () => {
  vendor = await openVendor()
})
afterAll(() => vendor.close())

beforeEach(async () => {
  careful = new RetryingCustomer(await Customer.signUp(url))
  await (await testOperator()).setRate(careful.customer.email, 10_000)
})
afterEach(async () => {
  await careful.allEnded(120_000)
  await expectAtRest(careful.customer)
})

async function submitInTime(): Promise<void> {
  const startedMs = Date.now()
  await careful.submit('/api/tts', 'Yes.')
  expect(Date.now() - startedMs).toBeLessThan(2_000)
}

test('the broker stands still: submissions are accepted all the same, and all of them end', async () => {
  await using frozen = freeze('kafka', 15_000)
  for (let i = 0; i < 6; i++) await submitInTime()
  await frozen.over
})

test('the broker is unavailable for a minute: submissions are accepted all the same, and all of them end', async () => {
  await careful.submit('/api/reply')
  let isOver = false
  const absence = keepAway('kafka', 60_000).then(() => {
    isOver = true
  })
  while (!isOver) {
    await submitInTime()
    await pause(3_000)
  }
  await absence
})

test('the broker is killed while jobs are active', async () => {
  for (let i = 0; i < 3; i++) await careful.submit('/api/reply')
  const back = killAndAwait('kafka')
  for (let i = 0; i < 5; i++) await careful.submit('/api/tts')
  await back
})

// Stopped, not killed: the compatible server, unlike a mongod, may leave a document and its index apart when it is killed.
test('the database stops while jobs are active: every query is answered in time, and everything goes on by itself', async () => {
  for (let i = 0; i < 3; i++) await careful.submit('/api/tts')
  let isBack = false
  const back = killAndAwait('mongo', 'SIGTERM').then(() => {
    isBack = true
  })
  while (!isBack) {
    const startedMs = Date.now()
    const { status } = await careful.customer.get('/api/stats')
    expect([200, 503]).toContain(status)
    expect(Date.now() - startedMs).toBeLessThan(4_000)
  }
  await back
  await careful.submit('/api/tts')
})

test('the database hangs: every question has its answer in time, and what was accepted goes on', async () => {
  for (let i = 0; i < 2; i++) await careful.submit('/api/tts')
  const timed = async (ask: () => Promise<{ status: number }>) => {
    const startedMs = Date.now()
    const { status } = await ask()
    return { status, ms: Date.now() - startedMs }
  }
  await using frozen = freeze('mongo', 15_000)
  await eventually('it stands still', async () => (await careful.customer.get('/api/stats')).status === 503)
  const answers = await Promise.all([
    timed(() => careful.customer.get('/api/stats')),
    timed(() => careful.customer.get('/api/jobs')),
    timed(() => careful.customer.speak('Later.')),
    timed(() => careful.customer.post('/api/auth/login', { email: careful.customer.email, password: 'x' })),
  ])
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(10_000)
  await frozen.over
  await careful.submit('/api/tts')
})

test('redis hangs: reads go on, what spends is refused in time, and nothing is lost', async () => {
  await careful.submit('/api/tts')
  await using frozen = freeze('redis', 8_000)
  const timed = async (ask: Promise<{ status: number }>) => {
    const startedMs = Date.now()
    const { status } = await ask
    return [status, Date.now() - startedMs < 1_500]
  }
  expect(await timed(careful.customer.get('/api/stats'))).toEqual([200, true])
  expect(await timed(careful.customer.speak('No.'))).toEqual([503, true])
  expect(await timed(careful.customer.post('/api/auth/login', { email: 'a@b.de', password: 'x' }))).toEqual([503, true])
  await frozen.over
  await careful.submit('/api/tts')
})

test('redis is killed: sessions outlive it', async () => {
  await killAndAwait('redis')
  await careful.submit('/api/tts')
})

test('redis is killed: the settings are back within a minute, of every process that has a line in them', async () => {
  const settings = async () => Settings.parse((await careful.customer.get('/api/settings')).body)
  const before = await settings()
  expect(JSON.stringify(before)).not.toContain('Not available')
  await killAndAwait('redis')
  const isBack = async () => isDeepStrictEqual(await settings().catch(() => null), before)
  await eventually('the settings are back', isBack, 60_000)
})

test('speech stands still past its claim and awakes: one recording counts', async () => {
  const long = 'This takes a while to be spoken. '.repeat(40)
  await careful.submit('/api/tts', long)
  const id = careful.jobIds[0] ?? ''
  await eventually('speech has started', async () => (await careful.customer.job(id)).status === 'processing')
  await freeze('speech', 25_000).over
  const answer = await careful.customer.speak('And after that another one.')
  careful.jobIds.push(jobIdOf(answer))
})
