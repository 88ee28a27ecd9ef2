import { describe, expect, test } from 'vitest'
import { bulkTopic, Envelope, topicsOf } from '../src/event.ts'
import { type EventType, flow } from '../src/flow.ts'
import { ReplyRequest, TtsRequest } from '../src/http/jobs/job-request.ts'
import { Plans, standardPlans } from '../src/plans.ts'
import { topics } from '../src/topics.ts'

const id = '6f1c1bb4-52a1-4d49-a2ad-17a1bd7e5d37'
const at = '2026-03-20T12:00:00.000Z'
const audio = { name: 'a.mp3', sizeBytes: 1, durationMs: 1, peaks: [0.5] }
const ttsSettings = { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true }

/** The first version of each event, without which it does not compile: a consumer of today must still read it. */
const firstPublished: Record<EventType, Record<string, unknown>> = {
  'chat-requested': { jobId: id, attempt: 1, sessionId: 's', text: 't' },
  'speech-requested': { jobId: id, attempt: 1, text: 't', voiceId: 'v', ttsSettings },
  'chat-started': { jobId: id, attempt: 1 },
  'reply-written': { jobId: id, attempt: 1, reply: 'r', tokens: 1, model: 'm' },
  'speech-started': { jobId: id, attempt: 1 },
  'speech-progressed': { jobId: id, attempt: 1, done: 0.5 },
  'audio-stored': { jobId: id, attempt: 1, audio },
  'step-postponed': { jobId: id, attempt: 1, stage: 'chat', until: at, code: 'busy' },
  'step-failed': { jobId: id, attempt: 1, stage: 'speech', code: 'unknown_voice', error: 'No such voice' },
  'job-progressed': { jobId: id, status: 'processing', step: 'chat-started', progress: 10 },
  'job-finished': {
    jobId: id,
    requestId: 'r',
    sessionId: 's',
    status: 'completed',
    progress: 100,
    owed: true,
    cached: false,
    createdAt: at,
    completedAt: at,
  },
  'job-deleted': { jobId: id },
  'job-cancelled': { jobId: id },
  'account-state': { username: 'u', email: 'u@x.example', signedUpAt: at },
  'billing-state': { tier: 'free', subscriptionStatus: 'active', signedUpAt: at },
  'referral-state': { referralCode: 'ABCDEFGH', referralCount: 0, bonusCallsEarned: 0 },
  'webhook-state': { webhookUrl: null },
  'webhook-attempted': { jobId: id, attempts: 1, delivered: false },
}

describe('an event', () => {
  test.each(Object.entries(firstPublished))(
    '%s is read in its first version, with or without more fields',
    (type, data) => {
      const event = flow.map((one) => one.event).find((one) => one.type === type)
      const envelope = { id, type, version: 1, occurredAt: at, userId: id, data }
      expect(Envelope.safeParse(envelope).success).toBe(true)
      expect(event?.data.safeParse(data).error).toBeUndefined()
      expect(event?.data.safeParse({ ...data, saidByANewerOne: true }).error).toBeUndefined()
    },
  )
  test('of every kind has a name of its own and topics that exist', () => {
    const types = flow.map(({ event }) => event.type)
    expect(new Set(types).size).toBe(types.length)
    for (const { event } of flow) for (const topic of topicsOf(event)) expect(Object.keys(topics)).toContain(topic)
    for (const { event } of flow) expect(event.laned).toBe(bulkTopic(event.topic) in topics)
  })
})

describe('a request for a job', () => {
  const good = { userText: 'Hello', requestId: 'r', voiceId: 'v' }
  test('is filled in and trimmed of what we do not read', () => {
    expect(TtsRequest.parse({ ...good, isAdmin: true })).toEqual({ ...good, sessionId: 'default' })
  })
  test.each<[Record<string, unknown>, RegExp]>([
    [{ userText: undefined }, /User text is required/],
    [{ userText: '' }, /User text is required/],
    [{ userText: 7 }, /User text/],
    [{ userText: 'x'.repeat(10_001) }, /User text.*10,?000/],
    [{ requestId: undefined }, /Request ID is required/],
    [{ requestId: 'x'.repeat(201) }, /Request ID.*200/],
    [{ voiceId: undefined }, /Voice ID is required/],
    [{ webhookUrl: 'not an address' }, /Webhook URL/],
    [{ webhookUrl: 'ftp://x.example' }, /Webhook URL/],
    [{ ttsSettings: { stability: 1.1 } }, /stability must be between 0 and 1/],
    [{ ttsSettings: { style: -0.1 } }, /style must be between 0 and 1/],
    [{ ttsSettings: { speakerBoost: 'yes' } }, /speakerBoost must be true or false/],
    [{ ttsSettings: [] }, /ttsSettings must be an object/],
    [{ metadata: 'x' }, /metadata must be an object/],
    [{ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 1])) }, /at most 50 keys/],
    [{ metadata: { a: 'é'.repeat(4_096) } }, /at most 8 KB/],
  ])('%j is refused', (change, sentence) => {
    const { error } = TtsRequest.safeParse({ ...good, ...change })
    expect(error?.issues.map(({ message }) => message).join('\n')).toMatch(sentence)
  })
  test('for a reply may be shorter only', () => {
    const of = (length: number) => ({ ...good, userText: 'x'.repeat(length) })
    expect([ReplyRequest.safeParse(of(4_000)).success, ReplyRequest.safeParse(of(4_001)).success]).toEqual([
      true,
      false,
    ])
    expect([TtsRequest.safeParse(of(10_000)).success, TtsRequest.safeParse(of(10_001)).success]).toEqual([true, false])
  })
})

test('the plans as sold are in the shape that a file of plans must have', () => {
  expect(Plans.safeParse(standardPlans).error).toBeUndefined()
})
