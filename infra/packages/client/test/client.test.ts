import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@utter/client/client'
import { UtterError } from '@utter/client/errors'
import { signUp } from '@utter/client/sign-up'
import { challengeOf, counterOf } from '@utter/testing/challenge'
import { describe, expect, test, vi } from 'vitest'

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
  expect(sent[0]?.headers.get('content-type')).toBe('application/json')
  expect(sent[0]?.headers.has('prefer')).toBe(false)
})

test('a browser that is logged in sends no key, and a request without a body names no type of one', async () => {
  const { client, sent } = clientBefore([json(200, [])], { apiKey: undefined })
  for await (const _ of client.jobs());
  expect([...(sent[0]?.headers.keys() ?? [])]).toEqual([])
})

test('a job is shared with its texts or without, and its link is taken back', async () => {
  const link = { url: 'https://utter.example/shared/a', sharedAt: '2026-11-29T12:00:00.000Z', text: false }
  const { client, sent } = clientBefore([
    json(200, link),
    json(200, { ...link, text: true }),
    new Response(null, { status: 204 }),
  ])
  expect(await client.share(jobId, { text: false })).toEqual(link)
  expect((await client.share(jobId)).text).toBe(true)
  await client.unshare(jobId)
  expect(sent.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => `/api/jobs/${jobId}/share`))
  expect(sent.map(({ body }) => body)).toEqual([{ text: false }, { text: true }, undefined])
})

test('the tags of a job are set, all of them', async () => {
  const { client, sent } = clientBefore([json(200, { tags: ['news'] })])
  expect(await client.tag(jobId, ['news', 'news'])).toEqual(['news'])
  expect(sent).toMatchObject([{ path: `/api/jobs/${jobId}/tags`, body: { tags: ['news', 'news'] } }])
})

test('an answer that is broken off is asked for again', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })
  const { client, sent } = clientBefore([new Response(broken, { status: 202 }), json(202, submitted)])
  expect(await client.submit('tts', input)).toEqual(submitted)
  expect(sent).toHaveLength(2)
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

test('an error names the fields that are not valid; that of a proxy has its status alone', async () => {
  const details = [{ field: 'userText', message: 'It is empty' }]
  const answers = [
    json(400, { error: 'A sentence', code: 'invalid_request', requestId: 'r1', details }),
    problem(400, 'invalid_request'),
    new Response('<html>', { status: 500 }),
  ]
  const { client } = clientBefore(answers)
  const failure = () => client.submit('tts', input).catch((thrown: unknown) => thrown)
  expect(await failure()).toMatchObject({ details })
  expect(await failure()).toMatchObject({ details: [] })
  expect(await failure()).toMatchObject({
    status: 500,
    code: 'unknown',
    message: 'The request was answered with 500',
    details: [],
    requestId: undefined,
  })
})

test.each(['-1', 'Infinity', 'Fri, 20 Mar 2026 12:00:00 GMT'])(
  'a 429 that says to retry after %s is an error',
  async (at) => {
    const { client, sent } = clientBefore([problem(429, 'rate_limited', { 'retry-after': at })])
    await expect(client.submit('tts', input)).rejects.toMatchObject({ status: 429, retryAfter: undefined })
    expect(sent).toHaveLength(1)
  },
)

test.each([429, 503])('a %d that says tomorrow is an error at once', async (status) => {
  const { client, sent } = clientBefore([problem(status, 'chat_limit_reached', { 'retry-after': '40000' })])
  await expect(client.submit('tts', input)).rejects.toMatchObject({ status, retryAfter: 40_000 })
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

/** A server that answers nothing until its caller goes away, or for so long. */
const slowFetch = (answer?: Response, ms = 100) =>
  ((_to: unknown, { signal }: RequestInit) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      if (answer) setTimeout(resolve, ms, answer)
    })) as typeof fetch

test('no answer in time is another error than a connection that was lost', async () => {
  const { client } = clientBefore([], { limitMs: 20, maxTries: 1, fetch: slowFetch() })
  await expect(client.submit('tts', input)).rejects.toMatchObject({ status: 0, code: 'timed_out' })
  const lostOne = clientBefore([new DOMException('Lost', 'NetworkError')], { maxTries: 1 })
  await expect(lostOne.client.submit('tts', input)).rejects.toMatchObject({ status: 0, code: 'connection_lost' })
})

test('an answer that waits for the job has the time that it waits, and the usual one', async () => {
  const { client } = clientBefore([], { limitMs: 20, maxTries: 1, fetch: slowFetch(json(202, submitted)) })
  expect(await client.submit('tts', input, { waitSeconds: 30 })).toEqual(submitted)
})

test('a request that is under way ends when its caller gives up', async () => {
  const stop = new AbortController()
  const { client } = clientBefore([], { fetch: slowFetch() })
  const call = client.submit('tts', input, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
})

test('without a fetch of its own it takes the global one', async () => {
  const server = createServer((_request, response) => response.end('[]')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = createClient({ url: `http://127.0.0.1:${port}` })
  for await (const _ of client.jobs()) throw new Error('there are no jobs')
  server.close()
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
  expect(await client.submit('reply', input, { waitSeconds: 90 })).toMatchObject({ status: 'completed', cached: false })
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

  const unset = clientBefore([json(200, [])])
  for await (const _ of unset.client.jobs({ q: 'a', status: undefined } as never));
  expect(unset.sent[0]?.path).toBe('/api/jobs?q=a')

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

/** A stream that sends this, and then breaks, or else stays open. */
const openStream = (text: string, breaks = false) =>
  new Response(
    new ReadableStream({
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode(text))
        await new Promise((go) => setTimeout(go, 20))
        if (breaks) controller.error(new TypeError('terminated'))
        else await new Promise(() => {})
      },
    }),
  )

test('a stream whose connection is lost in the middle, or that has no body, is opened again', async () => {
  const { client, sent } = clientBefore([
    openStream(event({ status: 'pending', progress: 0 }, { id: 1 }), true),
    new Response(null),
    stream(event({ status: 'completed', progress: 100 })),
  ])
  const seen = []
  for await (const one of client.follow(jobId)) seen.push(one)
  expect(seen.map((one) => one.type === 'change' && [one.id, one.status])).toEqual([
    ['1', 'pending'],
    ['', 'completed'],
  ])
  expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '1', '1'])
})

test('the events of a stream come while it is open, and it ends when its caller gives up', async () => {
  const stop = new AbortController()
  const signals: (AbortSignal | null | undefined)[] = []
  const { client } = clientBefore([], {
    fetch: async (_to: unknown, { signal }: RequestInit) => {
      signals.push(signal)
      return openStream(event({ status: 'pending', progress: 0 }, { id: 1 }))
    },
  })
  for await (const _ of client.follow(jobId, { signal: stop.signal })) {
    stop.abort(new Error('enough'))
    expect(signals[0]?.aborted).toBe(true)
    break
  }
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

test('it is looked at after the seconds that the answer names, else after two', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { client, sent } = clientBefore([
    problem(429, 'too_many_streams'),
    json(200, view('processing'), { 'retry-after': '3' }),
    json(200, view('processing')),
    json(200, view('completed')),
    json(200, view('completed')),
  ])
  const ended = client.wait(jobId)
  const sentAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return sent.length
  }
  expect([await sentAfter(2_999), await sentAfter(1), await sentAfter(1_999), await sentAfter(1)]).toEqual([2, 3, 3, 5])
  expect(await ended).toMatchObject({ status: 'completed' })
  vi.useRealTimers()
})

test('the words of a job have their times', async () => {
  const words = [{ word: 'Good', start: 0.05, end: 0.3, estimated: true }]
  const marked = words.map((word) => ({ ...word, phonemes: [{ phoneme: 'ɡ', start: 0.05, end: 0.3 }] }))
  const { client, sent } = clientBefore([json(200, words), json(200, marked)])
  expect(await client.words(jobId)).toEqual(words)
  expect(await client.words(jobId, { marks: ['phonemes', 'visemes'] })).toEqual(marked)
  expect(sent.map(({ path }) => path)).toEqual([
    `/api/jobs/${jobId}/words`,
    `/api/jobs/${jobId}/words?marks=phonemes%2Cvisemes`,
  ])
})

test('a job that is not there is not waited for', async () => {
  const { client, sent } = clientBefore([problem(404, 'job_not_found')])
  await expect(client.wait(jobId)).rejects.toMatchObject({ status: 404 })
  expect(sent).toHaveLength(1)
})

test('a run ends at once with a job that has ended, else it follows the job', async () => {
  const done = json(200, { ...submitted, status: 'completed', cached: true })
  const quick = clientBefore([done, json(200, view('completed'))])
  expect(await quick.client.run('tts', input)).toMatchObject({ id: jobId, status: 'completed' })
  expect(quick.sent.map(({ path }) => path)).toEqual(['/api/tts', `/api/jobs/${jobId}`])
  const end = stream(event({ status: 'completed', progress: 100 }, { id: 5 }))
  const slow = clientBefore([json(202, submitted), end, json(200, view('completed'))])
  expect(await slow.client.run('tts', input)).toMatchObject({ id: jobId, status: 'completed' })
  expect(slow.sent.map(({ path }) => path)).toEqual(['/api/tts', `/api/events/${jobId}`, `/api/jobs/${jobId}`])
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

describe('a sign-up', () => {
  const user = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
  /** Before these answers: what it came to, and what was sent. */
  async function signUpBefore(answers: Response[]) {
    const sent: { proof?: string }[] = []
    const call: typeof fetch = async (_to, { body } = {}) => {
      sent.push(JSON.parse(String(body)))
      return answers.shift() ?? json(500, {})
    }
    const outcome = await signUp({ url: 'http://utter.example', fetch: call }, user).catch((thrown: unknown) => thrown)
    return { outcome, sent }
  }
  const owed = async (counter: number) =>
    json(403, { error: 'A', code: 'proof_required', requestId: 'r', challenge: await challengeOf(counter) })

  test('that owes a proof of work is sent again with it, and with a harder one where that came too late', async () => {
    const { sent } = await signUpBefore([await owed(3), await owed(5), json(201, { user: {} })])
    expect(sent.map(({ proof }) => proof && counterOf(proof))).toEqual([undefined, 3, 5])
    for (const body of sent) expect(body).toMatchObject(user)
  })
  test('is given up after three proofs, and any other refusal at once', async () => {
    const many = await signUpBefore(await Promise.all([1, 1, 1, 1, 1].map(owed)))
    expect([many.sent.length, many.outcome]).toEqual([4, expect.objectContaining({ code: 'proof_required' })])
    const busy = await signUpBefore([problem(503, 'unavailable', { 'retry-after': '0' })])
    expect([busy.sent.length, busy.outcome]).toEqual([1, expect.objectContaining({ status: 503 })])
  })
})
