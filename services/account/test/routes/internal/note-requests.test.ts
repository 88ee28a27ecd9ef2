import type { NoteRequests } from '@utter/contracts/http/internal/account/note-requests'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { aRequest } from '../../support/a-request.ts'
import { callerToken } from '../../support/callers.ts'
import { openAccount } from '../../support/open-account.ts'

const account = await closedAfterAll(openAccount())

const note = (batch: Partial<NoteRequests>) =>
  account.internal('POST', '/internal/requests', { requests: [], dropped: [], ...batch }, 'gateway')

async function owner() {
  const { userId, address, session } = await account.member()
  const token = () => callerToken({ address, identity: session })
  const list = async (query = '?limit=100') => (await account.request('GET', `/api/requests${query}`, token())).body
  /** Every page. */
  async function all() {
    const rows: { count?: number }[] = []
    for (let path: string | undefined = '/api/requests?limit=100'; path; ) {
      const { body, headers } = await account.request('GET', path, token())
      rows.push(...body)
      path = /^<(.*)>; rel="next"$/.exec(String(headers.link))?.[1]
    }
    return rows
  }
  return { userId, list, all }
}

test('200: requests are stored, and once however often their batch comes', async () => {
  const { userId, list } = await owner()
  const requests = [
    aRequest(userId, { at: '2026-03-20T12:00:00.000Z', keyId: 'k' }),
    aRequest(userId, {
      at: '2026-03-20T12:00:01.000Z',
      method: 'POST',
      path: '/api/tts',
      status: 402,
      error: 'No calls left',
      code: 'call_limit_reached',
    }),
  ]
  expect(await note({ requests })).toMatchObject({ status: 200, body: { stored: 2 } })
  await note({ requests })
  const [first, second] = requests
  const { userId: _first, ...ok } = first ?? {}
  const { userId: _second, ...refused } = second ?? {}
  expect(await list()).toEqual([
    { kind: 'request', ...refused, keyId: null },
    { kind: 'request', ...ok, error: null, code: null },
  ])
})

test('what gateways have dropped in a minute is one row, with its span and its number', async () => {
  const { userId, list } = await owner()
  const at = (second: number) => `2026-03-20T12:00:${String(second).padStart(2, '0')}.000Z`
  await Promise.all(
    [10, 30, 20].map((second) => note({ dropped: [{ userId, count: 7, from: at(second - 5), to: at(second) }] })),
  )
  const id = expect.any(String)
  expect(await list()).toEqual([{ kind: 'dropped', id, at: at(30), from: at(5), count: 21 }])
  await note({ dropped: [{ userId, count: 1, from: at(59), to: '2026-03-20T12:01:02.000Z' }] })
  expect(await list()).toHaveLength(2)
})

test('of a minute 120 requests that succeeded are stored and 120 that were refused; the rest is counted', async () => {
  const { userId, all } = await owner()
  const stored: number[] = []
  for (const status of [200, 429]) {
    const requests = Array.from({ length: 200 }, () => aRequest(userId, { status }))
    stored.push((await note({ requests })).body.stored)
  }
  // The minute may have ended between the two batches, never within one.
  expect(stored).toEqual([120, 120])
  const dropped = (await all()).flatMap(({ count = 0 }: { count?: number }) => count)
  expect(dropped.reduce((sum, count) => sum + count, 0)).toBe(160)
})

test.each<[string, unknown]>([
  ['an id that is none', { requests: [{ ...aRequest('u') }], dropped: [] }],
  ['501 of them', { requests: Array.from({ length: 501 }, () => aRequest(crypto.randomUUID())), dropped: [] }],
  ['a path that is too long', { requests: [aRequest(crypto.randomUUID(), { path: 'p'.repeat(201) })], dropped: [] }],
  ['none', {}],
])('400: %s', async (_, body) => {
  expect((await account.internal('POST', '/internal/requests', body, 'gateway')).status).toBe(400)
})

test('401: from the operator, who answers no customer', async () => {
  expect((await account.internal('POST', '/internal/requests', { requests: [], dropped: [] })).status).toBe(401)
})
