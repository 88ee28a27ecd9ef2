import { isDeepStrictEqual } from 'node:util'
import { Settings } from '@utter/contracts/http/account/settings'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { halt, killAndAwait } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { openVendor } from '@utter/testing/vendors/vendor'
import { afterEach, beforeEach, expect, test } from 'vitest'

const { url } = ownPlatform()
let careful: RetryingCustomer

await closedAfterAll(openVendor())

beforeEach(async () => {
  careful = await RetryingCustomer.signUp(url)
})
afterEach(async () => {
  await careful.allEnded()
  await expectAtRest(careful.customer)
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
  {
    using _ = await halt(['mongo'])
    await eventually('it stands still', async () => (await careful.customer.get('/api/stats')).status === 503)
    const answers = await Promise.all([
      timed(() => careful.customer.get('/api/stats')),
      timed(() => careful.customer.get('/api/jobs')),
      timed(() => careful.customer.speak('Later.')),
      timed(() => careful.customer.post('/api/auth/login', { email: careful.customer.email, password: 'x' })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(10_000)
  }
  await careful.submit('/api/tts')
})

test('redis hangs: reads go on, what spends is refused in time, and nothing is lost', async () => {
  await careful.submit('/api/tts')
  const timed = async (ask: Promise<{ status: number }>) => {
    const startedMs = Date.now()
    const { status } = await ask
    return [status, Date.now() - startedMs < 1_500]
  }
  {
    using _ = await halt(['redis'])
    expect(await timed(careful.customer.get('/api/stats'))).toEqual([200, true])
    expect(await timed(careful.customer.speak('No.'))).toEqual([503, true])
    expect(await timed(careful.customer.post('/api/auth/login', { email: 'a@b.de', password: 'x' }))).toEqual([
      503,
      true,
    ])
  }
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
  await eventually('the settings are back', isBack)
})
