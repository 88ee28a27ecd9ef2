import type { ApiKeyView, CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { Customer } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { problem } from '@utter/testing/problems'
import { ownPlatform } from '@utter/testing/setup/provided'
import { startReplica } from '@utter/testing/setup/replica'
import { expect, test } from 'vitest'

const { url } = ownPlatform()

const owner = await Customer.signUp(url)
const second = await closedAfterAll(startReplica('gateway'))

const make = async (more: Record<string, unknown> = {}) =>
  (await owner.post('/api/keys', { name: 'a key', scopes: ['jobs:read', 'jobs:write'], ...more })).body as CreatedApiKey
const by = ({ key }: { key: string }, gateway = url) => new Customer(gateway, { authorization: `Bearer ${key}` })
/** The statuses of a read by each gateway. */
const statusesOf = (key: { key: string }) =>
  Promise.all([url, second.url].map(async (gateway) => (await by(key, gateway).get('/api/jobs')).status))

test('a revoked key is refused within a second by two gateways, which have both just let it pass', async () => {
  const key = await make()
  expect(await statusesOf(key)).toEqual([200, 200])
  const startedMs = Date.now()
  expect((await owner.request('DELETE', `/api/keys/${key.id}`)).status).toBe(204)
  expect(await statusesOf(key)).toEqual([401, 401])
  expect(Date.now() - startedMs).toBeLessThan(1_000)
})

test('a paused key is refused within a second by two gateways, in its overlap too, its stream ends, and resumed it passes', async () => {
  const first = await make()
  const key = (await owner.post(`/api/keys/${first.id}/reroll`, { overlapSeconds: 600 })).body as CreatedApiKey
  expect([await statusesOf(first), await statusesOf(key)]).toEqual([
    [200, 200],
    [200, 200],
  ])
  const stream = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${key.key}` } })
  let isOver = false
  void stream.body
    ?.pipeTo(new WritableStream())
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  const change = (body: unknown) => owner.request('PUT', `/api/keys/${key.id}`, { body })
  const startedMs = Date.now()
  expect((await change({ isPaused: true })).status).toBe(200)
  expect([await statusesOf(first), await statusesOf(key)]).toEqual([
    [401, 401],
    [401, 401],
  ])
  expect(Date.now() - startedMs).toBeLessThan(1_000)
  expect(await by(key).speak('No.')).toMatchObject(problem(401, 'This API key is paused', 'key_paused'))
  await eventually('its stream is over', () => isOver)
  expect((await change({ isPaused: false })).status).toBe(200)
  expect([await statusesOf(first), await statusesOf(key)]).toEqual([
    [200, 200],
    [200, 200],
  ])
})

test('a rerolled key lives beside the new one for its overlap, and not longer, at two gateways', async () => {
  const first = await make()
  expect(await statusesOf(first)).toEqual([200, 200])
  const rerolled = await owner.post(`/api/keys/${first.id}/reroll`, { overlapSeconds: 3 })
  const next = rerolled.body as CreatedApiKey
  const answeredMs = Date.now()
  expect([rerolled.status, next.id, await statusesOf(next)]).toEqual([201, first.id, [200, 200]])
  expect(await statusesOf(first)).toEqual([200, 200])
  await eventually('the old one is refused', async () => (await statusesOf(first)).join() === '401,401')
  expect(Date.now() - answeredMs).toBeGreaterThan(2_000)
  expect(Date.now() - answeredMs).toBeLessThan(4_500)
  expect(await statusesOf(next)).toEqual([200, 200])
  await owner.post(`/api/keys/${first.id}/reroll`)
  expect(await statusesOf(next)).toEqual([401, 401])
})

test('a key that is bound to a network passes from there alone, whatever a client writes into a header', async () => {
  const [here, elsewhere] = [
    await make({ networks: ['127.0.0.0/8', '::1'] }),
    await make({ networks: ['192.0.2.0/24'] }),
  ]
  expect(await statusesOf(here)).toEqual([200, 200])
  const wrongNetwork = problem(403, 'This API key may not be used from this network', 'wrong_network')
  for (const headers of [{}, { 'x-forwarded-for': '192.0.2.7' }, { forwarded: 'for=192.0.2.7' }])
    expect(await by(elsewhere).get('/api/jobs', headers)).toMatchObject(wrongNetwork)
  expect(await by(elsewhere).speak('No.')).toMatchObject(wrongNetwork)
})

test('the own rate of a key is shown and held, and its last use is in the list', async () => {
  const [slow, other] = [await make({ rate: 2 }), await make()]
  const left = async (key: CreatedApiKey) => {
    const { status, headers } = await by(key).post('/api/tts', {})
    return [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]
  }
  expect([await left(slow), await left(slow), await left(slow)]).toEqual([
    [400, '2', '1'],
    [400, '2', '0'],
    [429, '2', '0'],
  ])
  expect(await left(other)).toEqual([400, '10', '7'])
  await eventually('both have been used', async () => {
    const keys = (await owner.get('/api/keys')).body as ApiKeyView[]
    const used = keys.filter(({ id }) => [slow.id, other.id].includes(id))
    return used.length === 2 && used.every(({ lastUsedAt }) => Date.parse(lastUsedAt ?? '') > Date.now() - 60_000)
  })
})

test('the monthly cap of a key holds for all of its secrets, and the list has what it has taken', async () => {
  const key = await make({ monthlyCap: 1 })
  const job = await by(key).speak('Once.')
  expect(job.status).toBe(202)
  const capped = problem(402, 'API key limit reached', 'key_limit_reached')
  expect(await by(key).speak('Twice.')).toMatchObject(capped)
  const next = (await owner.post(`/api/keys/${key.id}/reroll`)).body as CreatedApiKey
  expect(next.callsUsed).toBe(1)
  expect(await by(next).speak('Twice.')).toMatchObject(capped)
  const raised = await owner.request('PUT', `/api/keys/${key.id}`, { body: { monthlyCap: 2, rate: 2 } })
  expect(raised).toMatchObject({ status: 200, body: { monthlyCap: 2, callsUsed: 1 } })
  const twice = await by(next).speak('Twice.')
  expect([twice.status, twice.headers.get('ratelimit-limit')]).toEqual([202, '2'])
  expect(await by(next).speak('Thrice.')).toMatchObject(capped)
  const keys = (await owner.get('/api/keys')).body as ApiKeyView[]
  expect(keys.find(({ id }) => id === key.id)).toMatchObject({ monthlyCap: 2, callsUsed: 2 })
  expect((await owner.speak('By the owner.')).status).toBe(202)
})
