import { NewApiKey } from '@utter/contracts/http/account/api-keys'
import { identityHeader } from '@utter/http/identity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isInNetworks } from '../src/auth/networks.ts'
import { type Gateway, openGateway } from './support/open-gateway.ts'

test.each<[string[], string, boolean]>([
  [['192.0.2.7'], '192.0.2.7', true],
  [['192.0.2.7'], '192.0.2.8', false],
  [['192.0.2.0/24'], '192.0.2.255', true],
  [['192.0.2.0/24'], '192.0.3.0', false],
  [['192.0.2.77/24'], '192.0.2.1', true],
  [['192.0.2.7/32'], '192.0.2.7', true],
  [['192.0.2.7/32'], '192.0.2.6', false],
  [['0.0.0.0/0'], '203.0.113.9', true],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['10.0.0.0/8', '2001:db8::/32'], '2001:db8:ffff::1', true],
  [['10.0.0.0/8', '2001:db8::/32'], '2001:db9::1', false],
  [['2001:DB8::1'], '2001:db8:0:0:0:0:0:1', true],
  [['2001:db8::/128'], '2001:db8::1', false],
  [['::/0'], '2001:db8::1', true],
  // An IPv4 address that is written as IPv6, on either side.
  [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
  [['10.0.0.0/8'], '::ffff:0a01:0203', true],
  [['10.0.0.0/8'], '::ffff:11.1.2.3', false],
  [['::ffff:10.0.0.0/104'], '10.1.2.3', true],
  [['::ffff:10.0.0.0/104'], '11.1.2.3', false],
  [['::ffff:10.1.2.3'], '10.1.2.3', true],
  [['fe80::/10'], 'fe80::1%eth0', true],
  [['0.0.0.0/0', '::/0'], 'unknown', false],
  [['0.0.0.0/0', '::/0'], '', false],
  [[], '10.1.2.3', false],
])('%j has %s: %s', (networks, address, expected) => {
  const body = NewApiKey.parse({ name: 'a key', scopes: ['jobs:read'], networks })
  expect(isInNetworks(body.networks ?? [], address)).toBe(expected)
  // Parsed once, and the same from then on.
  expect(isInNetworks(networks, address)).toBe(expected)
  expect(isInNetworks(networks, address)).toBe(expected)
})

describe('a key that is bound to networks', () => {
  let open: Gateway
  let behindProxy: Gateway
  beforeAll(async () => {
    open = await openGateway()
    behindProxy = await openGateway({ TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => Promise.all([open, behindProxy].map((gateway) => gateway[Symbol.asyncDispose]())))

  const use = async (gateway: Gateway, networks: string[], headers: Record<string, string> = {}, method = 'GET') => {
    const key = gateway.createKey(undefined, 5, { networks, monthlyCap: 7, unverifiedLimit: 10 })
    gateway.asked.length = 0
    const answer = await fetch(`${gateway.url}${method === 'POST' ? '/api/tts' : '/api/jobs'}`, {
      method,
      headers: { ...key.headers, ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: '{}' }),
    })
    return { key, answer, status: answer.status, body: (await answer.json()) as unknown }
  }
  const refused = {
    status: 403,
    body: { error: 'This API key may not be used from this network', code: 'wrong_network' },
  }

  test('passes from there, with its monthly cap and that of an unverified address in its identity', async () => {
    const { status } = await use(open, ['127.0.0.0/8'])
    expect(status).toBe(200)
    const [, claims = ''] = String(open.asked[0]?.headers[identityHeader]).split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      identity: { monthlyCap: 7, unverifiedLimit: 10 },
    })
  })
  test('is refused from elsewhere before a service is called, and takes nothing from the rate of its account', async () => {
    const refusal = await use(open, ['192.0.2.0/24'], {}, 'POST')
    expect(refusal).toMatchObject(refused)
    expect(open.asked).toEqual([])
    expect(await open.redis.zcard(`rate:spend:${refusal.key.credential.userId}`)).toBe(0)
    const passed = await use(open, ['127.0.0.1'], {}, 'POST')
    expect([passed.status, passed.answer.headers.get('ratelimit-remaining')]).toEqual([200, '4'])
  })
  test.each<[string, Record<string, string>]>([
    ['x-forwarded-for', { 'x-forwarded-for': '192.0.2.7' }],
    ['a list', { 'x-forwarded-for': '192.0.2.7, 192.0.2.7' }],
    ['x-real-ip', { 'x-real-ip': '192.0.2.7' }],
    ['forwarded', { forwarded: 'for=192.0.2.7' }],
  ])('is not moved into them by a forged header: %s', async (_name, headers) => {
    expect(await use(open, ['192.0.2.0/24'], headers)).toMatchObject(refused)
    // Nor out of them.
    expect((await use(open, ['127.0.0.1'], headers)).status).toBe(200)
  })
  test.each<[string, string, number]>([
    ['its client', '192.0.2.7', 200],
    ['the last before it, whatever the client wrote there', '203.0.113.9, 192.0.2.7', 200],
    ['another, though the client wrote a right one', '192.0.2.7, 203.0.113.9', 403],
    ['no address', 'localhost', 403],
    ['an IPv4 address as IPv6', '::ffff:192.0.2.7', 200],
  ])('is judged behind a trusted proxy by %s', async (_name, from, status) => {
    expect((await use(behindProxy, ['192.0.2.0/24'], { 'x-forwarded-for': from })).status).toBe(status)
  })
  test('is refused as a key that is none, once its network has sent too much, by the address', async () => {
    await using strict = await openGateway({ READS_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.1' })
    const from = { 'x-forwarded-for': `10.2.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}` }
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await use(strict, ['192.0.2.0/24'], from)).status)
    expect(statuses).toEqual([403, 403, 429])
  })
})
