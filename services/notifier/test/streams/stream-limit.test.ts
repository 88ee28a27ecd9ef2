import { randomUUID } from 'node:crypto'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { expect, test } from 'vitest'
import { createStreamLimit } from '../../src/streams/stream-limit.ts'
import { openNotifier } from '../support/open-notifier.ts'

const job = { id: randomUUID(), version: 1, status: 'pending', timeline: [] } as unknown as JobView

test.each([
  ['a job', `/api/events/${job.id}`],
  ['an account', '/api/events'],
])('a stream of %s whose client leaves while jobs is called counts no longer', async (_, path) => {
  const called = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const hangs = async <T>(value: T) => {
    called.resolve()
    await answer.promise
    return value
  }
  await using notifier = await openNotifier(
    { job: () => hangs(job), changedSince: () => hangs([]) },
    { maxPerAccount: 1 },
  )
  const headers = { ...notifier.headers, 'last-event-id': `${Date.now()}-${randomUUID()}-1` }
  const open = async (signal = AbortSignal.timeout(5_000)) => {
    const { status, body } = await fetch(notifier.url + path, { headers, signal })
    void body?.cancel()
    return status
  }
  const leaving = new AbortController()
  const left = open(leaving.signal).catch(() => 'left')
  await called.promise
  expect(await open()).toBe(429)
  leaving.abort()
  expect(await left).toBe('left')
  answer.resolve()
  await expect.poll(() => open()).toBe(200)
})

test.each([
  ['a job', `/api/events/${job.id}`],
  ['an account', '/api/events'],
])('of twenty streams of %s at once as many are opened as the account may have', async (_, path) => {
  const slowly = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), 100))
  await using notifier = await openNotifier(
    { job: () => slowly(job), changedSince: () => slowly([]) },
    { maxPerAccount: 5 },
  )
  const headers = { ...notifier.headers, 'last-event-id': `${Date.now()}-${randomUUID()}-1` }
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(notifier.url + path, { headers })))
  const counts = Object.groupBy(answers, ({ status }) => status)
  expect([counts[200]?.length, counts[429]?.length]).toEqual([5, 15])
})

test('a stream of a job that is missing, or has ended, does not count', async () => {
  const over = { ...job, status: 'completed' } as JobView
  let present: JobView | null = null
  await using notifier = await openNotifier({ job: async () => present }, { maxPerAccount: 1 })
  const open = async () => {
    const headers = { ...notifier.headers, 'last-event-id': '1' }
    return (await fetch(`${notifier.url}/api/events/${job.id}`, { headers })).status
  }
  expect([await open(), await open()]).toEqual([404, 404])
  present = over
  await expect.poll(open).toBe(204)
  await expect.poll(open).toBe(204)
})

test.each([`/api/events/${job.id}`, '/api/events'])('HEAD %s is answered at once', async (path) => {
  await using notifier = await openNotifier({ job: async () => job })
  const { headers } = notifier
  const { status } = await fetch(notifier.url + path, { method: 'HEAD', headers, signal: AbortSignal.timeout(5_000) })
  expect(status).toBe(404)
})

test('clients that lose a replica do not reconnect in one moment', async () => {
  await using notifier = await openNotifier({}, { maxPerAccount: 20 })
  const pauses = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { body } = await fetch(`${notifier.url}/api/events`, { headers: notifier.headers })
      const first = await body?.getReader().read()
      return Number(/^retry: (\d+)\n\n/.exec(new TextDecoder().decode(first?.value))?.[1])
    }),
  )
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(3_000)
  expect(new Set(pauses).size).toBeGreaterThan(5)
})

test('a replica with as many streams as it holds answers others 503, each with a time of its own, until one has ended', async () => {
  await using notifier = await openNotifier({}, { maxPerAccount: 40, maxStreams: 2 })
  const open = async () => {
    const answer = await fetch(`${notifier.url}/api/events`, { headers: notifier.headers })
    return { answer, problem: answer.ok ? undefined : ((await answer.json()) as { code: string }) }
  }
  const [first] = [await open(), await open()]
  const refused = await Promise.all(Array.from({ length: 30 }, open))
  expect(new Set(refused.map(({ answer, problem }) => `${answer.status} ${problem?.code}`))).toEqual(
    new Set(['503 unavailable']),
  )
  const waits = refused.map(({ answer }) => answer.headers.get('retry-after'))
  expect([...new Set(waits)].sort()).toEqual(['2', '3', '4'])
  await first.answer.body?.cancel()
  await expect.poll(async () => (await open()).answer.status).toBe(200)
})

test('an account may have so many streams, and one that is released twice counts once', () => {
  const limit = createStreamLimit({ ofAccount: 2, inAll: 10 })
  const [first] = [limit.acquire('u'), limit.acquire('u')]
  expect(() => limit.acquire('u')).toThrow(expect.objectContaining({ status: 429, code: 'too_many_streams' }))
  limit.acquire('v')
  first?.()
  first?.()
  limit.acquire('u')
  expect(() => limit.acquire('u')).toThrow()
})
