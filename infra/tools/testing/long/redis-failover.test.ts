import { setTimeout as pause } from 'node:timers/promises'
import { Customer } from '@utter/testing/customers/customer'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { type RedisWithSentinels, startRedisWithSentinels } from '@utter/testing/engines/redis-sentinel'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { ownPlatform } from '@utter/testing/setup/provided'
import { startReplica } from '@utter/testing/setup/replica'
import { openVendor } from '@utter/testing/vendors/vendor'
import { afterAll, beforeAll, expect, test } from 'vitest'

let closing: AsyncDisposableStack
let redis: RedisWithSentinels
let url: string

beforeAll(async () => {
  closing = new AsyncDisposableStack()
  const vendor = await openVendor()
  closing.defer(() => vendor.close())
  redis = closing.use(await startRedisWithSentinels())
  const onSentinel = { REDIS_URL: redis.url }
  const account = closing.use(await startReplica('account', onSentinel))
  const jobs = closing.use(await startReplica('jobs', { ...onSentinel, ACCOUNT_URL: account.url }))
  for (const name of ['chat', 'speech']) closing.use(await startReplica(name, onSentinel))
  const gateway = closing.use(
    await startReplica('gateway', { ...onSentinel, ACCOUNT_URL: account.url, JOBS_URL: jobs.url }),
  )
  url = gateway.url
})
afterAll(() => closing.disposeAsync())

test('while Sentinels make the replica the primary answers are 503 at worst, no accepted job is lost, and then all goes on', async () => {
  const { customer } = await RetryingCustomer.signUp(ownPlatform().url, 'pro')
  const login = { email: customer.email, password: 'a long password' }
  const careful = new RetryingCustomer(Customer.from(url, await new Customer(url).post('/api/auth/login', login)))
  const statuses = new Set<number>()
  const isPrimary = async () => (await redis.replica.admin.info('replication')).includes('role:master')
  let isOver = false
  const reading = (async () => {
    for (; !isOver; await pause(20)) statuses.add((await careful.customer.get('/api/jobs/recent')).status)
  })()
  await careful.submit('/api/reply', 'Before.')
  await redis.primary.admin.shutdown('NOSAVE').catch(() => {})
  for (let i = 0; i < 6; i++) await careful.submit(i % 2 === 0 ? '/api/tts' : '/api/reply', 'Meanwhile.')
  await eventually('the replica is the primary', isPrimary)
  await eventually(
    'requests are answered again',
    async () => (await careful.customer.get('/api/jobs/recent')).status === 200,
  )
  isOver = true
  await reading
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  await careful.submit('/api/tts', 'After.')
  await careful.allEnded()
  expect((await careful.rows()).filter(({ status }) => status !== 'completed')).toEqual([])

  const other = await Customer.signUp(url)
  const answer = await other.speak('New.')
  expect(answer.status).toBe(202)
  await expectAtRest(careful.customer, { disturbed: true, accepted: careful.jobIds })
})
