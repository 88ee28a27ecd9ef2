import { createClient } from '@utter/client/client'
import { expect, test } from 'vitest'
import { tryJob } from '../../src/trial/try-job.ts'

const id = '6f0c1a52-0a8e-4c55-9a3e-1d8f1a3b9c77'
const json = (status: number, body: object) => Response.json(body, { status })
const at = '2026-01-02T03:04:05.000Z'
const links = { job: `/api/jobs/${id}`, events: `/api/events/${id}` }
const submitted = () => json(202, { jobId: id, status: 'pending', position: 1, expectedSeconds: 1, links })
const view = (more: object) =>
  json(200, {
    ...{ id, requestId: id, sessionId: id, version: 3, progress: 100, voiceId: 'default', userText: 'A trial.' },
    ...{ createdAt: at, updatedAt: at, cached: false, webhookAttempts: 0, webhookDelivered: false, timeline: [] },
    ...{ ttsSettings: { stability: 0.5, similarityBoost: 0.75, style: 0, speakerBoost: true } },
    ...more,
  })
const frame = (bytes: number) => {
  const sound = new Uint8Array(bytes)
  sound.set([0xff, 0xfb])
  return new Response(sound)
}
const never = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

type Answers = Partial<
  Record<'submit' | 'job' | 'audio', (signal?: AbortSignal | null) => Response | Promise<Response>>
>

/** A trial of a platform that answers so; what is left out is as it should be. */
function trialOf({
  submit = submitted,
  job = () => view({ status: 'completed', durationMs: 900 }),
  audio = () => frame(9_000),
}: Answers) {
  const sent: string[] = []
  const client = createClient({
    url: 'http://utter.example',
    apiKey: 'utter_a',
    maxTries: 1,
    fetch: async (address, { method, body, signal } = {}) => {
      const { pathname } = new URL(String(address))
      sent.push(`${method} ${pathname}`)
      if (method === 'POST') expect(JSON.parse(String(body)).userText).toBe(`A trial, at ${at}.`)
      if (method === 'POST') return submit(signal)
      if (pathname.startsWith('/audio/')) return audio(signal)
      if (pathname.startsWith('/api/events/'))
        return json(429, { error: 'Too many streams', code: 'too_many_streams', requestId: 'a' })
      return job(signal)
    },
  })
  const now = () => new Date(at)
  return { sent, trial: tryJob(client, { voiceId: 'default', limitMs: 400, now }) }
}

test('a sentence that is spoken is completed, with its time', async () => {
  const { trial, sent } = trialOf({})
  expect(await trial).toEqual({ outcome: 'completed', jobId: id, seconds: expect.any(Number) })
  expect([sent[0], sent.at(-1)]).toEqual(['POST /api/tts', `GET /audio/${id}.mp3`])
})

test.each<[string, Answers, object]>([
  [
    'a submission that is refused',
    { submit: () => json(429, { error: 'Monthly limit reached', code: 'quota', requestId: 'a' }) },
    { outcome: 'refused', reason: 'Monthly limit reached' },
  ],
  [
    'a platform that cannot be reached',
    { submit: () => Promise.reject(new TypeError('fetch failed')) },
    { outcome: 'refused', reason: 'The connection was lost' },
  ],
  [
    'a job that fails',
    { job: () => view({ status: 'failed', error: 'The voice is away' }) },
    { outcome: 'failed', jobId: id, reason: 'The voice is away' },
  ],
  ['a page in place of sound', { audio: () => new Response('<html>'.repeat(900)) }, { outcome: 'no-sound', jobId: id }],
  ['a sound of nothing', { audio: () => frame(300) }, { outcome: 'no-sound', jobId: id, reason: '300 bytes, 900 ms' }],
  [
    'a sound that is gone',
    { audio: () => json(404, { error: 'Not found', code: 'not_found', requestId: 'a' }) },
    { outcome: 'failed', jobId: id, reason: 'Not found' },
  ],
  ['a platform that does not answer', { submit: never }, { outcome: 'late', reason: 'not done within 0.4 s' }],
  ['a sound that does not come', { audio: never }, { outcome: 'late', jobId: id }],
])('%s is told as what it is', async (_, answers, expected) => {
  expect(await trialOf(answers).trial).toMatchObject(expected)
})
