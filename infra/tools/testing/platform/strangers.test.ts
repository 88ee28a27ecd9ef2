import { randomUUID } from 'node:crypto'
import { identityHeader } from '@utter/http/identity'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { testOperator, testSigner, testTarget } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'
import { createTestIdentity } from '../src/identity.ts'

const { url } = ownPlatform()

const owner = await Customer.signUp(url)
const stranger = await Customer.signUp(url)
const job = await owner.finished(jobIdOf(await owner.speak('Mine alone.')))
const jobId = job.id
const audioUrl = job.audioUrl ?? ''

test('audio: the signed address and the owner get it, everybody else gets 403, whether it exists or not', async () => {
  const visitor = new Customer(url)
  expect((await visitor.get(audioUrl)).status).toBe(200)
  expect((await owner.get(`/audio/${jobId}.mp3`)).status).toBe(200)
  const tampered = audioUrl.replace(/signature=./, (start) => (start.endsWith('A') ? 'signature=B' : 'signature=A'))
  const expired = audioUrl.replace(/expires=\d+/, 'expires=1000000000')
  for (const path of [
    `/audio/${jobId}.mp3`,
    `/audio/${randomUUID()}.mp3`,
    tampered,
    expired,
    audioUrl.replace(jobId, randomUUID()),
    '/audio/..%2f..%2fetc.mp3',
  ]) {
    for (const who of [visitor, stranger])
      expect([path, (await who.get(path)).status]).toEqual([path, path.includes('..') ? 404 : 403])
  }
})

test('a player can seek: one byte range is answered with exactly that part', async () => {
  const whole = await fetch(new URL(audioUrl, url))
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const part = await fetch(new URL(audioUrl, url), { headers: { range: 'bytes=100-199' } })
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-type')]).toEqual([
    206,
    `bytes 100-199/${bytes.length}`,
    'audio/mpeg',
  ])
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(100, 200))
  expect((await fetch(new URL(audioUrl, url), { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416)
})

test('an identity header from outside is worth nothing, even a rightly signed one', async () => {
  const gateway = await testSigner('gateway')
  const identity = {
    userId: owner.user?.id ?? '',
    tier: 'free' as const,
    signedUpAt: new Date().toISOString(),
    scopes: ['jobs:read' as const],
  }
  const token = gateway.caller('jobs', { address: '127.0.0.1', identity })
  expect((await new Customer(url).get('/api/jobs', { [identityHeader]: token })).status).toBe(401)
  expect((await stranger.get('/api/jobs', { [identityHeader]: token })).body).toEqual([])
})

test('a call straight to a service is refused without the gateway’s word, with a forged one, and with one for another service', async () => {
  const { urls } = await testTarget()
  const gateway = await testSigner('gateway')
  const identity = {
    userId: owner.user?.id ?? '',
    tier: 'free' as const,
    signedUpAt: new Date().toISOString(),
    scopes: ['jobs:read' as const],
  }
  const caller = { address: '127.0.0.1', identity }
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const payload = Buffer.from(JSON.stringify({ ...caller, aud: 'jobs', exp: 4_000_000_000 })).toString('base64url')
  const right = gateway.caller('jobs', caller)
  const jobs = new Customer(urls.jobs ?? '')
  expect((await jobs.get('/api/jobs', { [identityHeader]: right })).status).toBe(200)
  for (const token of [
    '',
    'nonsense',
    `${none}.${payload}.`,
    createTestIdentity().signer('gateway').caller('jobs', caller),
    (await testSigner('notifier')).caller('jobs', caller),
    (await testSigner('operator')).caller('jobs', caller),
    gateway.caller('chat', caller),
  ]) {
    expect((await jobs.get('/api/jobs', { [identityHeader]: token })).status).toBe(401)
  }
  // Internal routes are not reachable: by the gateway, or with an account's token.
  const path = `/internal/jobs/${jobId}`
  expect((await owner.get(path)).status).toBe(404)
  expect((await jobs.get(path, { [identityHeader]: right })).status).toBe(401)
})

test('a write from another site is refused, though the browser sent the cookie', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ]) {
    expect((await owner.post('/api/auth/logout', undefined, headers)).status).toBe(403)
  }
  expect((await owner.post('/api/auth/update-email', {}, { 'sec-fetch-site': 'same-origin' })).status).toBe(400)
})

test('an API key may do what its scopes allow, and a made-up one is refused by name', async () => {
  const operator = await testOperator()
  const reading = new Customer(url, {
    authorization: `Bearer ${await operator.createKey(owner.email, 'reads', ['jobs:read'])}`,
  })
  expect((await reading.job(jobId)).id).toBe(jobId)
  expect(await reading.speak('No.')).toMatchObject({ status: 403, body: { code: 'missing_scope' } })
  expect((await reading.post('/api/auth/update-email', {})).status).toBe(403)
  for (const authorization of ['Bearer utter_nobody', 'Bearer other', 'Basic abc', 'Bearer']) {
    expect(await new Customer(url, { authorization }).get('/api/jobs')).toMatchObject({
      status: 401,
      body: { error: 'Invalid API key' },
    })
  }
})

test('after logging out the session is worth nothing at once', async () => {
  const leaving = await Customer.signUp(url)
  expect((await leaving.get('/api/auth/me')).status).toBe(200)
  const out = await leaving.post('/api/auth/logout')
  expect([out.status, out.headers.getSetCookie()[0]]).toEqual([200, expect.stringContaining('Max-Age=0')])
  expect((await leaving.get('/api/auth/me')).status).toBe(401)
  expect((await leaving.post('/api/auth/logout')).status).toBe(200)
})

test('the end of a session ends the streams that it opened', async () => {
  const leaving = await Customer.signUp(url)
  const stream = await leaving.open('/api/events')
  await leaving.post('/api/auth/logout')
  // A browser reconnects after any end, and is refused then.
  await stream.over
  await expect(leaving.events('/api/events')).rejects.toThrow('401')
})
