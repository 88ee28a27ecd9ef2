import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { openGateway } from './support/open-gateway.ts'

const gateway = await closedAfterAll(openGateway())

/** The entries of an account that account has taken, once there are so many. */
async function notedOf(userId: string, count: number) {
  const found = () => gateway.batches.flatMap(({ requests }) => requests.filter((one) => one.userId === userId))
  await eventually(`${count} requests are noted`, async () => found().length >= count)
  return found()
}
const droppedOf = (userId: string) =>
  gateway.batches
    .flatMap(({ dropped }) => dropped.filter((one) => one.userId === userId))
    .reduce((sum, { count }) => sum + count, 0)

const ask = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(gateway.url + path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })
const post = (path: string, headers: Record<string, string>, body = '{}') =>
  ask(path, headers, { method: 'POST', body, headers: { 'content-type': 'application/json' } })

/** The service answers so until the test is over. */
function answers(status: number, body: unknown, type = 'application/json'): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  gateway.behaves((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
  })
  onTestFinished(() => gateway.behaves())
}

test('a request of a key is noted: method, path without its query, status, time, key and request id', async () => {
  const { headers, credential } = gateway.createKey()
  const answer = await ask('/api/jobs/7?token=a-secret', headers)
  const [entry] = await notedOf(credential.userId, 1)
  expect(entry).toEqual({
    requestId: answer.headers.get('x-request-id'),
    userId: credential.userId,
    keyId: credential.keyId,
    at: expect.any(String),
    method: 'GET',
    path: '/api/jobs/7',
    status: 200,
    ms: expect.any(Number),
  })
})

test.each<[string, number, unknown, Record<string, string>]>([
  [
    '/api/jobs/1',
    404,
    { error: 'Job not found', code: 'job_not_found', requestId: 'r' },
    { error: 'Job not found', code: 'job_not_found' },
  ],
  [
    '/v1/models/x',
    404,
    { error: { message: 'No model', type: 't', param: null, code: 'not_found' } },
    { error: 'No model', code: 'not_found' },
  ],
  [
    '/v1/voices/x',
    404,
    { detail: { status: 'voice_not_found', message: 'No voice' } },
    { error: 'No voice', code: 'voice_not_found' },
  ],
  [
    '/v1/user',
    422,
    { detail: [{ loc: ['body'], msg: 'is wrong', type: 'value_error' }] },
    { error: 'is wrong', code: 'value_error' },
  ],
  [
    '/api/stats',
    400,
    { error: 'x'.repeat(500), code: 'c'.repeat(500) },
    { error: 'x'.repeat(200), code: 'c'.repeat(60) },
  ],
  ['/api/usage', 500, '<html>', {}],
])('the refusal of %s with %i is noted with its sentence and its code', async (path, status, body, noted) => {
  const { headers, credential } = gateway.createKey()
  answers(status, body)
  await ask(path, headers)
  const [{ error, code, ...entry } = {}] = await notedOf(credential.userId, 1)
  expect(entry).toMatchObject({ path, status })
  expect(JSON.parse(JSON.stringify({ error, code }))).toEqual(noted)
})

test('refusals by the gateway itself are noted too: over the rate, another network, a suspended account, a long body', async () => {
  const slow = gateway.createKey(undefined, 1)
  await post('/api/tts', slow.headers)
  await post('/api/tts', slow.headers)
  const bound = gateway.createKey(undefined, undefined, { networks: ['192.0.2.0/24'] })
  await ask('/api/jobs', bound.headers)
  const suspended = gateway.createKey(undefined, undefined, { isSuspended: true })
  await post('/api/tts', suspended.headers)
  const long = gateway.createKey()
  await post('/api/tts', long.headers, 'x'.repeat(200_000))
  expect(await notedOf(slow.credential.userId, 2)).toMatchObject([
    { status: 200 },
    { status: 429, code: 'rate_limited' },
  ])
  expect(await notedOf(bound.credential.userId, 1)).toMatchObject([{ status: 403, code: 'wrong_network' }])
  expect(await notedOf(suspended.credential.userId, 1)).toMatchObject([{ status: 403, code: 'account_suspended' }])
  expect(await notedOf(long.credential.userId, 1)).toMatchObject([{ status: 413, code: 'body_too_large' }])
})

test('of a session is noted what writes or is refused', async () => {
  const { credential, headers } = gateway.createKey()
  delete credential.keyId
  const session = { cookie: headers.authorization.replace('Bearer ', 'utter_session=') }
  await ask('/api/jobs', session)
  await post('/api/jobs/1/cancel', session)
  answers(404, { error: 'Job not found', code: 'job_not_found' })
  await ask('/api/jobs/1', session)
  const noted = await notedOf(credential.userId, 2)
  expect(noted.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'POST /api/jobs/1/cancel 200',
    'GET /api/jobs/1 404',
  ])
  expect(noted[0]).not.toHaveProperty('keyId')
})

test('no entry is made of secret addresses, of the log itself, of strangers and of keys that do not exist', async () => {
  const { headers, credential } = gateway.createKey()
  const before = gateway.batches.flatMap(({ requests }) => requests).length
  for (const path of [
    '/feeds/a-secret/feed.xml',
    '/api/shared/a-secret',
    '/api/shared/a-secret/audio.mp3',
    '/audio/a.mp3?signature=s',
    '/api/requests',
    '/api/requests?since=x',
  ])
    await ask(path, headers)
  await ask('/api/voices', {})
  await ask('/api/jobs', { authorization: 'Bearer utter_nobody' })
  // Noted after all of them.
  await ask('/api/jobs/utter_pasted-by-mistake', headers)
  expect((await notedOf(credential.userId, 1)).map(({ path }) => path)).toEqual(['/api/jobs/utter_…'])
  expect(gateway.batches.flatMap(({ requests }) => requests)).toHaveLength(before + 1)
})

test('a stream of events is noted once, when it begins', async () => {
  const { headers, credential } = gateway.createKey()
  gateway.behaves(
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n'),
  )
  onTestFinished(() => gateway.behaves())
  const leave = new AbortController()
  await ask('/api/events', headers, { signal: leave.signal })
  expect(await notedOf(credential.userId, 1)).toMatchObject([{ path: '/api/events', status: 200 }])
  leave.abort()
  gateway.behaves()
  await ask('/api/jobs', headers)
  expect(await notedOf(credential.userId, 2)).toMatchObject([{ path: '/api/events' }, { path: '/api/jobs' }])
})

test('a client that was gone before its answer is noted as 499', async () => {
  const { headers, credential } = gateway.createKey()
  const leave = new AbortController()
  gateway.behaves(() => leave.abort())
  onTestFinished(() => gateway.behaves())
  await ask('/api/jobs', headers, { signal: leave.signal }).catch(() => {})
  expect(await notedOf(credential.userId, 1)).toMatchObject([{ status: 499, code: 'client_closed' }])
})

test('while account does not answer no reply waits; what has no room is counted, and the count comes later', async () => {
  const { headers, credential } = gateway.createKey()
  const other = gateway.createKey()
  let held = 0
  // Account takes each batch, and answers none.
  gateway.takesBatches(() => void held++)
  await ask('/api/jobs', headers)
  await eventually('a batch is on its way', async () => held === 1)
  const statuses = new Set<number>()
  for (let round = 0; round < 6; round++)
    for (const { status } of await Promise.all(Array.from({ length: 25 }, () => ask('/api/jobs', headers))))
      statuses.add(status)
  await ask('/api/jobs', other.headers)
  expect([...statuses]).toEqual([200])
  // The one that is held, and its repetitions on a slow machine.
  expect(held).toBeLessThanOrEqual(3)
  gateway.takesBatches()
  // The account's share is full, and no other's.
  expect(await notedOf(other.credential.userId, 1)).toHaveLength(1)
  const noted = await notedOf(credential.userId, 100)
  await eventually('the rest is counted', async () => droppedOf(credential.userId) > 0)
  expect(noted.length + droppedOf(credential.userId)).toBe(151)
})
