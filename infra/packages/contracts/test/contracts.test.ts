import { describe, expect, test } from 'vitest'
import { bulkTopic, Envelope, topicsOf } from '../src/event.ts'
import { type EventType, flow } from '../src/flow.ts'
import { TtsRequest } from '../src/http/jobs/job-request.ts'
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
  'reply-progressed': { jobId: id, attempt: 1, text: 't' },
  'words-progressed': { jobId: id, attempt: 1, words: [{ word: 'w', start: 0, end: 1, estimated: true }] },
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
  'work-changed': { workId: id, version: 1, title: 't', state: 'speaking', progress: 0, characters: 1, at },
  'work-deleted': { workId: id },
  'account-state': { username: 'u', email: 'u@x.example', signedUpAt: at },
  'billing-state': { tier: 'free', subscriptionStatus: 'active', signedUpAt: at },
  'referral-state': { referralCode: 'ABCDEFGH', referralCount: 0, bonusCallsEarned: 0 },
  'notice-made': { cause: 'c', at, notice: { kind: 'email-verification' } },
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
})

test('the plans as sold are in the shape that a file of plans must have', () => {
  expect(Plans.safeParse(standardPlans).error).toBeUndefined()
})

test('a file of plans from before own voices has none of them', () => {
  const before = standardPlans.map(({ ownVoices: _, ...plan }) => plan)
  expect(Plans.parse(before).map(({ ownVoices }) => ownVoices)).toEqual([0, 0, 0, 0, 0])
})

test('a file of plans from before pronunciation lists has none of them', () => {
  const before = standardPlans.map(({ pronunciations: _, ...plan }) => plan)
  expect(Plans.parse(before).map(({ pronunciations }) => pronunciations)).toEqual([false, false, false, false, false])
})
