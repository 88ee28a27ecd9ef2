import { createClient } from '@utter/client/client'
import { UtterError } from '@utter/client/errors'
import { expect, test } from 'vitest'

const jobId = '8d09901c-0000-4000-8000-000000000000'
const submitted = {
  jobId,
  status: 'pending',
  position: 0,
  expectedSeconds: 2,
  links: { job: `/api/jobs/${jobId}`, events: `/api/events/${jobId}` },
}
const input = { userText: 'Good morning.', voiceId: 'default' }
type Answer = Response | Error

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const problem = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { error: 'A sentence', code, requestId: 'r1' }, headers)

/** A client before these answers, one after the other, and what it sent. */
function clientBefore(answers: Answer[], more: object = {}) {
  const sent: { path: string; headers: Headers; body: unknown }[] = []
  const client = createClient({
    url: 'http://utter.example',
    apiKey: 'utter_key',
    random: () => 0,
    fetch: async (to, { headers, body } = {}) => {
      const { pathname, search } = new URL(String(to))
      sent.push({ path: pathname + search, headers: new Headers(headers), body: body && JSON.parse(String(body)) })
      const answer = answers.shift() ?? new Error('no more answers')
      if (answer instanceof Error) throw answer
      return answer
    },
    ...more,
  })
  return { client, sent }
}

const lost = () => new TypeError('fetch failed')
test.each([
  ['a connection that was lost', lost()],
  ['a 503', problem(503, 'unavailable', { 'retry-after': '0' })],
  ['a 503 of a proxy', new Response('<html>', { status: 503 })],
  ['a 429 that says when', problem(429, 'rate_limited', { 'retry-after': '0' })],
])('%s is tried again, under the same request id', async (_name, first) => {
  const { client, sent } = clientBefore([first, json(202, submitted)])
  expect(await client.submit('tts', input)).toEqual(submitted)
  expect(sent).toHaveLength(2)
  expect(sent[0]?.body).toEqual({ requestId: expect.stringMatching(/^[\w-]{36}$/), ...input })
  expect(sent[1]?.body).toEqual(sent[0]?.body)
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer utter_key')
})

test.each([
  [400, 'invalid_request'],
  [401, 'invalid_key'],
  [402, 'call_limit_reached'],
  [409, 'request_id_reused'],
  [429, 'rate_limited'],
  [500, 'internal'],
])('a %i is an error at once (%s)', async (status, code) => {
  const { client, sent } = clientBefore([problem(status, code)])
  const error = await client.submit('tts', input).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UtterError)
  expect(error).toMatchObject({ status, code, message: 'A sentence', requestId: 'r1' })
  expect(sent).toHaveLength(1)
})

test('it gives up after as many tries as it may make, with the last error', async () => {
  const { client, sent } = clientBefore([lost(), lost(), lost()], { maxTries: 3 })
  await expect(client.submit('tts', input)).rejects.toMatchObject({ status: 0, code: 'connection_lost' })
  expect(sent).toHaveLength(3)
})

test('an answer that does not come in time is tried again', async () => {
  let calls = 0
  const { client } = clientBefore([], {
    limitMs: 20,
    fetch: async (_to: unknown, { signal }: RequestInit) => {
      calls++
      if (calls === 2) return json(202, submitted)
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  expect(await client.submit('tts', input)).toEqual(submitted)
  expect(calls).toBe(2)
})

test('what is given up by its caller is not tried again', async () => {
  const stop = new AbortController()
  const { client, sent } = clientBefore([lost(), lost()], { random: () => 1 })
  const call = client.submit('tts', input, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
  expect(sent.length).toBeLessThan(2)
})

test('waiting is asked for, and no longer than the server waits', async () => {
  const { client, sent } = clientBefore([json(200, { ...submitted, status: 'completed', cached: false })])
  expect(await client.submit('reply', input, { waitSeconds: 90 })).toMatchObject({ status: 'completed' })
  expect([sent[0]?.path, sent[0]?.headers.get('prefer')]).toEqual(['/api/reply', 'wait=60'])
})

const row = (id: string) => ({
  id,
  status: 'completed',
  progress: 100,
  userText: 'Good morning.',
  voiceId: 'default',
  createdAt: '2026-03-20T12:00:00.000Z',
  version: 5,
})
const ids = [1, 2, 3].map((n) => jobId.replace(/0$/, String(n)))

test('a list goes from page to page, and asks for the next one when it is wanted', async () => {
  const pages = () => [
    json(200, [row(ids[0]!), row(ids[1]!)], { link: '</api/jobs?status=completed&cursor=abc>; rel="next"' }),
    json(200, [row(ids[2]!)]),
  ]
  const { client, sent } = clientBefore(pages())
  const found = []
  for await (const { id } of client.jobs({ status: 'completed' })) found.push(id)
  expect(found).toEqual(ids)
  expect(sent.map(({ path }) => path)).toEqual(['/api/jobs?status=completed', '/api/jobs?status=completed&cursor=abc'])

  const left = clientBefore(pages())
  for await (const { id } of left.client.jobs()) if (id === ids[1]) break
  expect(left.sent).toHaveLength(1)
})

test.each(['<https://evil.example/x>; rel="next"', '<//evil.example/x>; rel="next"'])(
  'the key never goes to another host: %s',
  async (link) => {
    const { client, sent } = clientBefore([json(200, [], { link })])
    for await (const _ of client.jobs());
    expect(sent).toHaveLength(1)
  },
)

const event = (data: object, { id, name }: { id?: number; name?: string } = {}) =>
  `${id === undefined ? '' : `id: ${id}\n`}${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`
const stream = (...events: string[]) =>
  new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } })

test('a stream that breaks goes on after the last event; what is not known is left out', async () => {
  const { client, sent } = clientBefore([
    stream(
      event({ status: 'pending', progress: 0 }, { id: 1 }),
      event({ position: 2, expectedSeconds: 9 }, { name: 'position' }),
      event({ at: '2026-03-20T12:00:00.000Z' }, { name: 'heartbeat' }),
      event({ anything: 1 }, { name: 'of-tomorrow' }),
      'data: {"status":"proc',
    ),
    lost(),
    stream(event({ text: 'Hello.' }, { name: 'reply' }), event({ status: 'completed', progress: 100 }, { id: 5 })),
  ])
  const seen = []
  for await (const one of client.follow(jobId)) seen.push(one)
  expect(seen).toEqual([
    { type: 'change', id: '1', status: 'pending', progress: 0 },
    { type: 'position', position: 2, expectedSeconds: 9 },
    { type: 'reply', text: 'Hello.' },
    { type: 'change', id: '5', status: 'completed', progress: 100 },
  ])
  expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '1', '1'])
})

test('a stream of a job that has ended and was seen to end is over', async () => {
  const { client } = clientBefore([new Response(null, { status: 204 })])
  for await (const _ of client.follow(jobId)) throw new Error('there is nothing to come')
})

const view = (status: string) => ({
  ...row(jobId),
  status,
  requestId: 'r',
  sessionId: 'default',
  ttsSettings: { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true },
  webhookDelivered: false,
  webhookAttempts: 0,
  cached: false,
  updatedAt: '2026-03-20T12:00:00.000Z',
  timeline: [],
})

test('where no stream is to be had the job is looked at, as often as the server says', async () => {
  const refused = () => problem(429, 'too_many_streams')
  const { client, sent } = clientBefore([
    refused(),
    json(200, view('processing'), { 'retry-after': '0' }),
    json(200, view('completed')),
    json(200, view('completed')),
  ])
  expect(await client.wait(jobId)).toMatchObject({ id: jobId, status: 'completed' })
  expect(sent.map(({ path }) => path)).toEqual([`/api/events/${jobId}`, ...Array(3).fill(`/api/jobs/${jobId}`)])
})

test('each job of a batch has a request id, the same in all tries; results come line by line', async () => {
  const batchId = jobId
  const { client, sent } = clientBefore([
    lost(),
    json(202, {
      batchId,
      accepted: 1,
      rejected: 1,
      jobs: [{ requestId: 'a', jobId, status: 'pending' }, { error: 'No' }],
    }),
    new Response(
      `{"requestId":"a","jobId":"${jobId}","status":"completed"}\n{"requestId":"b","jobId":"${jobId}","status":"failed","error":"No"}\n`,
    ),
  ])
  const { jobs } = await client.batch([
    { ...input, requestId: 'a' },
    { ...input, kind: 'reply' },
  ])
  expect(jobs).toEqual([{ requestId: 'a', jobId, status: 'pending' }, { error: 'No' }])
  const [first, second] = sent.map(({ body }) => body as { jobs: { requestId: string }[] })
  expect(first?.jobs.map(({ requestId }) => requestId)).toEqual(['a', expect.stringMatching(/^[\w-]{36}$/)])
  expect(second).toEqual(first)
  expect((await client.batchResults(batchId)).map(({ status }) => status)).toEqual(['completed', 'failed'])
})
