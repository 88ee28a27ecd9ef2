import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '@utter/telemetry/log'
import { afterAll, expect, test } from 'vitest'
import { createSharedLimit } from '../src/limits/limit-in-flight.ts'
import { createServer } from '../src/server.ts'

const app = createServer({ log: createLog('http', 'silent'), maxInFlight: 3 })
let release = () => {}
let held = new Promise<void>((resolve) => {
  release = resolve
})
app.get('/held', async () => {
  await held
  return 'done'
})
const shared = createSharedLimit('shared', { max: 3, perAccount: 1 })
app.get<{ Params: { account: string } }>('/shared/:account', async (request, reply) => {
  shared.take(request.params.account, reply)
  await held
  return 'done'
})
app.get('/broken', async () => {
  throw new Error('no')
})

const url = await app.listen({ port: 0 })
afterAll(async () => {
  // A connection that was opened and not used, by a request aborted early, counts as busy.
  const closed = app.close()
  app.server.closeAllConnections()
  await closed
})

const ask = (path: string, signal?: AbortSignal) => fetch(url + path, signal ? { signal } : {})

test('a request past the limit in flight is refused at once, and all the others are answered', async () => {
  const first = [1, 2, 3].map(() => ask('/held'))
  await pause(50)
  const refused = await ask('/held')
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({ code: 'unavailable' })
  release()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await ask('/held')).status).toBe(200)
})

test('an account past its share is refused by a 429, and others go on until all is taken', async () => {
  held = new Promise((resolve) => {
    release = resolve
  })
  const first = [ask('/shared/a'), ask('/shared/b')]
  await pause(50)
  const refused = await ask('/shared/a')
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'too_many_at_once' }])
  release()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
  expect((await ask('/shared/a')).status).toBe(200)
})

test('faults and clients that leave count no longer', async () => {
  for (let i = 0; i < 4; i++) expect((await ask('/broken')).status).toBe(500)
  held = new Promise((resolve) => {
    release = resolve
  })
  for (let i = 0; i < 4; i++) await expect(ask('/held', AbortSignal.timeout(40))).rejects.toThrow()
  release()
  expect((await ask('/held')).status).toBe(200)
})

test('requests that a test injects count no longer after their answer', async () => {
  for (let i = 0; i < 4; i++) expect((await app.inject('/held')).statusCode).toBe(200)
})
