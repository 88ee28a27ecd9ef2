import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { type Answer, openReceiver, type Receiver, status } from '../support/open-receiver.ts'
import { limitMs, openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const tried = (times: number) => (delivery: { attempted: number }) => delivery.attempted >= times
const attemptsOf = (jobId: string) =>
  webhooks.published
    .filter(({ event, data }) => event.type === 'webhook-attempted' && (data as { jobId: string }).jobId === jobId)
    .map(({ data }) => data)
const verify = (secret: string, { body, headers }: Receiver['received'][number]) =>
  new Webhook(secret).verify(body, { ...headers, 'webhook-timestamp': String(headers['webhook-timestamp']) } as never)

test('the end of a job reaches the account’s webhook, and jobs is told', async () => {
  await using receiver = await openReceiver()
  const { userId } = await webhooks.account(receiver.url)
  const job = { metadata: { order: 7 }, tags: ['night'] }
  const jobId = await webhooks.finish(userId, { job })
  const delivery = await webhooks.delivery(userId, jobId, ({ status }) => status === 'delivered')
  expect(delivery).toMatchObject({
    ...{ _id: `msg_${jobId}_completed`, attempted: 1, url: receiver.url, isOwn: false },
    attempts: [{ status: 200, error: null, answer: 'thank you' }],
  })
  expect(delivery).not.toHaveProperty('nextAttemptAt')
  const [{ headers, body } = { headers: {}, body: '' }, ...others] = receiver.received
  expect(others).toEqual([])
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': `msg_${jobId}_completed` })
  expect(JSON.parse(body)).toEqual({
    type: 'job.completed',
    timestamp: webhooks.clock.now().toISOString(),
    data: {
      ...{ jobId, requestId: 'r', sessionId: 's', status: 'completed', cached: false, reply: 'Well', ...job },
      audioUrl: `https://utter.example/audio/${jobId}.mp3?expires=1&signature=s`,
      ...{ durationMs: 1_000, createdAt: '2026-03-20T11:59:00.000Z', completedAt: webhooks.clock.now().toISOString() },
    },
  })
  expect(attemptsOf(jobId)).toMatchObject([{ jobId, attempts: 1, delivered: true }])
})

test('a failed job is sent with its reason, and without an audio', async () => {
  await using receiver = await openReceiver()
  const { userId } = await webhooks.account(receiver.url)
  const jobId = await webhooks.finish(userId, { outcome: 'failed' })
  await webhooks.delivery(userId, jobId, ({ status }) => status === 'delivered')
  const event = JSON.parse(receiver.received[0]?.body ?? '')
  expect(event).toMatchObject({ type: 'job.failed', data: { status: 'failed', error: 'Invalid voice ID' } })
  expect(event.data).not.toHaveProperty('audioUrl')
})

test('a job’s own address goes before the account’s, and is signed though the account has none', async () => {
  await using own = await openReceiver()
  await using accounts = await openReceiver()
  const [both, alone] = [await webhooks.account(accounts.url), await webhooks.account()]
  for (const { userId } of [both, alone]) {
    const jobId = await webhooks.finish(userId, { webhookUrl: own.url })
    await webhooks.delivery(userId, jobId, ({ status }) => status === 'delivered')
  }
  expect([own.received.length, accounts.received.length]).toEqual([2, 0])
  const made = (await webhooks.endpoints.read(alone.userId))?.secret ?? ''
  expect(webhooks.sealed.open(alone.userId, made)).toMatch(/^whsec_/)
  expect(own.received[1]?.headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}=$/)
})

test('an event that is consumed again makes no second delivery, before the answer and after it', async () => {
  await using receiver = await openReceiver()
  const { userId } = await webhooks.account(receiver.url)
  const jobId = await webhooks.finish(userId)
  await webhooks.finishAgain(userId, jobId, 'completed')
  await webhooks.delivery(userId, jobId, ({ status }) => status === 'delivered')
  await webhooks.finishAgain(userId, jobId, 'completed')
  expect(await webhooks.of(userId)).toHaveLength(1)
  expect(receiver.received).toHaveLength(1)
})

test('what ended before the account had its webhook is not sent, nor what ended long ago, nor where there is no address', async () => {
  await using receiver = await openReceiver()
  const [withUrl, without] = [await webhooks.account(receiver.url), await webhooks.account()]
  const ago = (ms: number) => new Date(webhooks.clock.now().getTime() - ms)
  await webhooks.finish(withUrl.userId, { endedAt: ago(second) })
  await webhooks.finish(withUrl.userId, { endedAt: ago(6 * 24 * hour), webhookUrl: receiver.url })
  await webhooks.finish(without.userId)
  expect([...(await webhooks.of(withUrl.userId)), ...(await webhooks.of(without.userId))]).toEqual([])
})

describe('the standardwebhooks package verifies', () => {
  // It refuses what is older than five minutes by its own clock.
  const realNow = () => webhooks.move(Date.now() - webhooks.clock.now().getTime())

  test('each delivery; after a rotation by the old secret and the new one, for 24 h', async () => {
    realNow()
    await using receiver = await openReceiver()
    const { userId, token, secret } = await webhooks.account(receiver.url)
    const next = async () => {
      const count = receiver.received.length
      await webhooks.finish(userId)
      return eventually('it is received', () => receiver.received[count])
    }
    const first = await next()
    expect(verify(secret, first)).toEqual(JSON.parse(first.body))
    const rotated = (await webhooks.request('POST', '/api/settings/webhook/secret', token)).body.secret
    const second = await next()
    expect(String(second.headers['webhook-signature']).split(' ')).toHaveLength(2)
    for (const one of [secret, rotated]) expect(verify(one, second)).toEqual(JSON.parse(second.body))
    const other = `whsec_${Buffer.from('another').toString('base64')}`
    expect(() => verify(other, second)).toThrow('No matching signature')
    expect(() => verify(rotated, { ...second, body: `${second.body} ` })).toThrow('No matching signature')
    webhooks.move(24 * hour + 1)
    const third = await next()
    expect(String(third.headers['webhook-signature']).split(' ')).toHaveLength(1)
  })
})

describe('a table of receivers', () => {
  // At the same time: one of them takes its whole limit, ten times.
  test('whatever fails: ten tries by the schedule, of the same bytes under the same id, then it has failed', async () => {
    const late = `No answer came within ${limitMs / 1_000} s`
    const answers: [name: string, answer: Answer, code: number | null, error: string, text: string][] = [
      ['500', status(500, {}, 'broken'), 500, 'The receiver answered 500', 'broken'],
      ['404', status(404), 404, 'The receiver answered 404', ''],
      ['not followed', status(302, { location: 'http://127.0.0.1:1/' }), 302, 'The receiver answered 302', ''],
      ['silence', () => {}, null, late, ''],
      ['hangs up', (response) => response.destroy(), null, 'The connection was closed before an answer came', ''],
    ]
    await using closing = new AsyncDisposableStack()
    const cases = await Promise.all(
      answers.map(async ([name, answer, code, error, text]) => {
        const receiver = closing.use(await openReceiver(answer))
        const { userId } = await webhooks.account()
        const jobId = await webhooks.finish(userId, { webhookUrl: receiver.url })
        return { name, receiver, userId, jobId, attempt: [code, error, text] }
      }),
    )
    const afterTries = (count: number) =>
      Promise.all(cases.map(({ userId, jobId }) => webhooks.delivery(userId, jobId, tried(count))))
    const pauses = [
      6 * second,
      6 * minute,
      36 * minute,
      ...[2.2, 5.4, 10.6, 14.5, 20.7, 24.5].map((hours) => hours * hour),
    ]
    let elapsedMs = 0
    for (const [index, ms] of pauses.entries()) {
      for (const delivery of await afterTries(index + 1)) expect(delivery.status).toBe('pending')
      webhooks.move(ms - elapsedMs)
      elapsedMs = ms
    }
    const last = await afterTries(10)
    for (const [index, { name, receiver, jobId, attempt }] of cases.entries()) {
      const { attempts = [], ...delivery } = last[index] ?? {}
      expect(delivery, name).toMatchObject({ status: 'failed', attempted: 10 })
      expect(attempts.map((one) => [one.status, one.error, one.answer])).toEqual(Array(10).fill(attempt))
      expect(
        attempts.every(({ ms }) => ms < limitMs + 400),
        name,
      ).toBe(true)
      expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      // Published after the try is kept.
      await expect.poll(() => attemptsOf(jobId).at(-1)).toMatchObject({ jobId, attempts: 10, delivered: false })
    }
  })

  test('429 with Retry-After: not before it, and delivered then', async () => {
    await using receiver = await openReceiver((response, count) =>
      count === 1 ? response.writeHead(429, { 'retry-after': '1800' }).end() : response.end(),
    )
    const { userId } = await webhooks.account(receiver.url)
    const jobId = await webhooks.finish(userId)
    const waiting = await webhooks.delivery(userId, jobId, tried(1))
    expect(waiting.nextAttemptAt?.getTime()).toBe(webhooks.clock.now().getTime() + 30 * minute)
    webhooks.move(29 * minute)
    // Another one goes out meanwhile.
    await webhooks.delivery(userId, await webhooks.finish(userId), tried(1))
    expect(await webhooks.delivery(userId, jobId, () => true)).toMatchObject({ attempted: 1 })
    webhooks.move(minute)
    expect(await webhooks.delivery(userId, jobId, tried(2))).toMatchObject({ status: 'delivered' })
  })

  test('nobody listens: a try that failed, with a sentence', async () => {
    const receiver = await openReceiver()
    await receiver[Symbol.asyncDispose]()
    const { userId } = await webhooks.account(receiver.url)
    const jobId = await webhooks.finish(userId)
    const { attempts } = await webhooks.delivery(userId, jobId, tried(1))
    expect(attempts).toMatchObject([{ status: null, error: 'The connection was refused', answer: '' }])
  })

  test('an answer of megabytes: its first 1,024 bytes are kept, and the rest is not read', async () => {
    await using receiver = await openReceiver((response) => response.end('é'.repeat(5_000_000)))
    const { userId } = await webhooks.account(receiver.url)
    const jobId = await webhooks.finish(userId)
    const { attempts, status } = await webhooks.delivery(userId, jobId, tried(1))
    expect([status, attempts[0]?.answer]).toEqual(['delivered', 'é'.repeat(512)])
  })
})

test('while jobs is unavailable nothing is sent and nothing is lost', async () => {
  await using receiver = await openReceiver()
  const { userId } = await webhooks.account(receiver.url)
  webhooks.jobsAreUnavailable(true)
  const jobId = await webhooks.finish(userId)
  await webhooks.delivery(
    userId,
    jobId,
    ({ nextAttemptAt, leasedUntil }) => !leasedUntil && (nextAttemptAt ?? 0) > webhooks.clock.now(),
  )
  webhooks.jobsAreUnavailable(false)
  webhooks.move(20 * second)
  expect(await webhooks.delivery(userId, jobId, tried(1))).toMatchObject({ status: 'delivered', attempted: 1 })
})

test('a delivery whose process died during the try is tried again under the same id when its lease is over', async () => {
  await using receiver = await openReceiver()
  const { userId } = await webhooks.account(receiver.url)
  receiver.answers(status(500))
  const jobId = await webhooks.finish(userId)
  const seen = await webhooks.delivery(userId, jobId, ({ attempted, leasedUntil }) => attempted === 1 && !leasedUntil)
  receiver.answers(status(200))
  // The lease of a process that is no more.
  const until = new Date(webhooks.clock.now().getTime() + 40 * second)
  await webhooks.deliveries.lease(seen as never, until)
  webhooks.move(39 * second)
  expect(await webhooks.delivery(userId, jobId, () => true)).toMatchObject({ attempted: 1, status: 'pending' })
  webhooks.move(2 * second)
  expect(await webhooks.delivery(userId, jobId, tried(2))).toMatchObject({ attempted: 2, status: 'delivered' })
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('a job that is deleted before its delivery is not sent, and of one that is deleted after it no text is left', async () => {
  await using receiver = await openReceiver(status(500, {}, 'Well, indeed'))
  const { userId } = await webhooks.account(receiver.url)
  const [before, after] = [randomUUID(), await webhooks.finish(userId)]
  await webhooks.finishAgain(userId, before, 'completed')
  expect(await webhooks.delivery(userId, before, ({ status }) => status === 'stopped')).toMatchObject({
    reason: 'job_deleted',
    attempted: 0,
  })
  await webhooks.delivery(userId, after, tried(1))
  const stored = () => webhooks.mongo.connection.collection('deliveries').findOne({ userId, jobId: after })
  expect(JSON.stringify(await stored())).toContain('Well')
  await webhooks.handle('job-deleted', userId, { jobId: after })
  expect(JSON.stringify(await stored())).not.toContain('Well')
  expect(await stored()).toMatchObject({ status: 'stopped', reason: 'job_deleted', attempted: 1 })
})
