import { randomUUID } from 'node:crypto'
import type { CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import type { AnsweredRequest, LoggedRequest } from '@utter/contracts/http/account/requests'
import { type Answer, Customer } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()

const isAnswered = (row: LoggedRequest): row is AnsweredRequest => row.kind === 'request'
const rowsOf = async (who: Customer, query = '') =>
  ((await who.get(`/api/requests${query}`)).body as LoggedRequest[]).filter(isAnswered)

async function keyOf(owner: Customer, more: Record<string, unknown>) {
  const made = (await owner.post('/api/keys', { name: 'a key', scopes: ['jobs:read', 'jobs:write'], ...more }))
    .body as CreatedApiKey
  return { id: made.id, program: new Customer(url, { authorization: `Bearer ${made.key}` }) }
}

test('what a key has asked is in the log some seconds later, refusals with their reason', async () => {
  const owner = await Customer.signUp(url)
  const { id: keyId, program } = await keyOf(owner, { monthlyCap: 1, rate: 4 })
  const { program: reader } = await keyOf(owner, { scopes: ['jobs:read', 'usage:read'] })
  const asked: [method: string, path: string, answer: Answer][] = []
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const answer = await program.request(method, path, { ...(body !== undefined && { body }) })
    asked.push([method, path.split('?', 1)[0] ?? '', answer])
  }
  const job = () => ({ userText: 'Hello.', requestId: randomUUID(), voiceId: 'default' })
  await ask('GET', '/api/jobs?limit=3')
  await ask('GET', `/api/jobs/${randomUUID()}`)
  await ask('GET', '/api/usage')
  await ask('POST', '/api/tts', {})
  await ask('POST', '/api/tts', job())
  await ask('POST', '/api/tts', job())
  await ask('POST', '/v1/audio/speech', { model: 'tts-1', input: 'Hello.', voice: 'no such voice' })
  await ask('POST', '/api/reply', job())
  const statuses = asked.map(([, , { status }]) => status)
  expect(statuses).toEqual([200, 404, 403, 400, 202, 402, expect.any(Number), 429])

  const rows = await eventually('all are in the log', async () => {
    const found = await rowsOf(reader, `?key=${keyId}`)
    return found.length >= asked.length && found
  })
  expect(rows.map(({ method, path, status }) => [method, path, status]).reverse()).toEqual(
    asked.map(([method, path, { status }]) => [method, path, status]),
  )
  for (const [index, [, , { headers, status }]] of asked.entries()) {
    const row = rows.at(-1 - index)
    expect([row?.requestId, row?.keyId]).toEqual([headers.get('x-request-id'), keyId])
    expect([row?.error === null, row?.code === null]).toEqual([status < 400, status < 400])
  }
  expect(rows.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['job_not_found', 'missing_scope', 'invalid_request', 'key_limit_reached', 'rate_limited']),
  )
  expect((await rowsOf(owner, '?status=429')).map(({ path, error }) => [path, error])).toEqual([
    ['/api/reply', 'Rate limit exceeded'],
  ])
  expect((await rowsOf(owner, '?key=session')).map(({ method, path }) => `${method} ${path}`)).toContain(
    'POST /api/keys',
  )
  expect((await rowsOf(owner)).filter(({ path }) => path.startsWith('/api/requests'))).toEqual([])
  const stranger = await Customer.signUp(url)
  expect(await rowsOf(stranger)).toEqual([])
  expect((await program.get('/api/requests')).status).toBe(403)
})
