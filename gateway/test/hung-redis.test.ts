import { credentialKey } from '@utter/contracts/credential'
import { identityHeader } from '@utter/http/identity'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { openRedisWire } from '@utter/testing/faults/redis-wire'
import { afterEach, expect, inject, test } from 'vitest'
import { openGateway } from './support/open-gateway.ts'
import '@utter/testing/setup/provided'

const wire = await closedAfterAll(openRedisWire(inject('backing').REDIS_URL))
const gateway = await closedAfterAll(openGateway({ REDIS_URL: wire.url }))

afterEach(async () => {
  wire.hang(false)
  await eventually('redis is used again', () =>
    gateway.redis.ping().then(
      () => true,
      () => false,
    ),
  )
})

/** The claims that the service was given with the last request. */
function lastClaims(): { identity?: { userId: string }; withoutRedis?: boolean } {
  const [, claims = ''] = String(gateway.asked.at(-1)?.headers[identityHeader]).split('.')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
const read = (headers: Record<string, string>) => fetch(`${gateway.url}/api/jobs`, { headers })

test('a read goes on, and its service is told that Redis is unavailable', async () => {
  const { headers, credential } = gateway.createKey()
  expect((await read(headers)).status).toBe(200)
  expect(lastClaims().withoutRedis).toBeUndefined()
  wire.hang(true)
  expect((await read(headers)).status).toBe(200)
  expect(lastClaims()).toMatchObject({ identity: { userId: credential.userId }, withoutRedis: true })
  expect((await read({})).status).toBe(200)
  expect(lastClaims()).toMatchObject({ withoutRedis: true })
  wire.hang(false)
  await eventually('nobody is told so any more', async () => {
    await read(headers)
    return lastClaims().withoutRedis === undefined
  })
})

test('a read whose credential has no copy is counted once, as its address’ visitor', async () => {
  await using strict = await openGateway({ READS_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.1' })
  const from = { 'x-forwarded-for': `10.3.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}` }
  const statuses: number[] = []
  for (let i = 0; i < 3; i++) {
    const { headers, credential } = strict.createKey()
    statuses.push((await fetch(`${strict.url}/api/jobs`, { headers: { ...headers, ...from } })).status)
    expect(await strict.redis.exists(`rate:read:${credential.userId}`)).toBe(0)
  }
  expect(statuses).toEqual([200, 200, 429])
})

test('what spends is refused where account could not fill the copy, since no rate could be counted', async () => {
  const { headers, hash } = gateway.createKey()
  const fill = gateway.redis.set.bind(gateway.redis)
  // As account goes on when its own way to Redis is broken.
  gateway.redis.set = (async () => 'OK') as never
  const submit = () =>
    fetch(`${gateway.url}/api/tts`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    })
  expect((await submit()).status).toBe(503)
  expect((await read(headers)).status).toBe(200)
  gateway.redis.set = fill
  expect((await submit()).status).toBe(200)
  expect(await gateway.redis.exists(credentialKey(hash))).toBe(1)
})
