import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()

const customer = await Customer.signUp(url)

const versions = (events: { id: string }[]) => events.map(({ id }) => Number(id))
const counted = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('a stream sends the present state, then each version once, and ends with the final one', async () => {
  const answer = await customer.post('/api/reply', {
    userText: 'What is the sea?',
    requestId: 'a reply',
    voiceId: 'default',
  })
  const events = await customer.events(`/api/events/${jobIdOf(answer)}`)
  const first = versions(events)[0] ?? 0
  expect(versions(events)).toEqual(counted(first, first + events.length - 1))
  expect(events.every(({ event }) => event === 'message')).toBe(true)
  const progress = events.map(({ data }) => Number(data.progress))
  expect(progress).toEqual([...progress].sort((a, b) => a - b))
  expect(events.at(-1)?.data).toMatchObject({
    status: 'completed',
    progress: 100,
    audioUrl: expect.stringMatching(/^\/audio\/.+signature=/),
  })

  const job = await customer.job(jobIdOf(answer))
  expect(job.timeline.map(({ step }) => step).filter((step) => step !== 'speech-progressed')).toEqual([
    'submitted',
    'chat-started',
    'reply-written',
    'speech-started',
    'completed',
  ])
  expect(job.timeline.map(({ version }) => version)).toEqual(counted(1, job.version))
  expect(job.aiResponse?.length).toBeGreaterThan(0)
})

test('a client that lost its stream and reconnects gets every version once, and none twice', async () => {
  const id = jobIdOf(await customer.speak('This is a sentence. And this is another one, a little longer. And a third.'))
  const before = await customer.events(`/api/events/${id}`, { enough: (events) => events.length >= 2 })
  const lastEventId = before.at(-1)?.id ?? ''
  await customer.finished(id)
  const after = await customer.events(`/api/events/${id}`, { lastEventId })
  const job = await customer.job(id)
  expect(versions([...before, ...after])).toEqual(counted(versions(before)[0] ?? 0, job.version))
  expect(await customer.events(`/api/events/${id}`, { lastEventId: '0' })).toHaveLength(job.version)

  const back = await customer.get(`/api/events/${id}`, { 'last-event-id': String(job.version) })
  expect(back.status).toBe(204)
})

test('the stream of the account has all its jobs, and no other', async () => {
  const other = await Customer.signUp(url)
  const seen = await customer.open('/api/events', {
    enough: (events) => events.filter(({ data }) => data.status === 'completed').length >= 2,
  })
  const theirs = await other.open('/api/events', {
    enough: (events) => events.some(({ data }) => data.status === 'completed'),
  })
  const ids = [jobIdOf(await customer.speak('First.')), jobIdOf(await customer.speak('Second.'))]
  const otherId = jobIdOf(await other.speak('Other.'))
  const events = await seen.over
  expect(new Set(events.map(({ data }) => data.jobId))).toEqual(new Set(ids))
  expect(new Set((await theirs.over).map(({ data }) => data.jobId))).toEqual(new Set([otherId]))
  expect(events.every(({ id, data }) => id.endsWith(`-${data.jobId}-${data.version}`))).toBe(true)

  const resumed = await customer.events('/api/events', {
    lastEventId: events[0]?.id ?? '',
    enough: (all) => all.filter(({ data }) => data.status === 'completed').length >= 2,
  })
  for (const { id } of events.slice(1)) {
    const [, job, version] = /^\d+-(.+)-(\d+)$/.exec(id) ?? []
    expect(resumed.some(({ data }) => data.jobId === job && String(data.version) === version)).toBe(true)
  }
})

test('waiting jobs have their position, and cancelling one is free until speech has started', async () => {
  const queue = []
  for (let i = 0; i < 5; i++)
    queue.push(await customer.speak(`Sentence number ${i}. ${'It goes on and on for a while. '.repeat(8)}`))
  const last = queue[4]
  if (!last) throw new Error('no job was submitted')
  expect((last.body as { position: number }).position).toBeGreaterThan(0)
  const id = jobIdOf(last)
  expect(await customer.post(`/api/jobs/${id}/cancel`)).toMatchObject({
    status: 200,
    body: { status: 'failed', error: 'Cancelled', code: 'cancelled' },
  })
  expect(await customer.post(`/api/jobs/${id}/cancel`)).toMatchObject({
    status: 409,
    body: { error: 'Too late to cancel' },
  })
  for (const answer of queue.slice(0, 4)) expect((await customer.finished(jobIdOf(answer))).status).toBe('completed')
  expect((await customer.job(id)).status).toBe('failed')
})

test('Prefer: wait answers with the end of the job when it comes in time', async () => {
  const answer = await customer.post(
    '/api/tts',
    { userText: 'Quick.', requestId: 'waited for', voiceId: 'default' },
    { prefer: 'wait=30' },
  )
  expect(answer).toMatchObject({
    status: 200,
    body: { status: 'completed', cached: false, audioUrl: expect.any(String), processingTime: expect.any(Number) },
  })
})

test('the list goes page by page, and finds by status and text', async () => {
  const all = (await customer.get('/api/jobs')).body as { id: string; userText: string }[]
  const ids: string[] = []
  for (let path: string | undefined = '/api/jobs?limit=3'; path; ) {
    const page = await customer.get(path)
    ids.push(...(page.body as { id: string }[]).map(({ id }) => id))
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(ids).toEqual(all.map(({ id }) => id))
  const found = (await customer.get('/api/jobs?q=QUICK.&status=completed')).body as { userText: string }[]
  expect(found.map(({ userText }) => userText)).toEqual(['Quick.'])
  const stats = (await customer.get('/api/stats')).body
  expect(stats).toMatchObject({ totalJobs: all.length, completedJobs: all.length - 1, failedJobs: 1, queueLength: 0 })
})
