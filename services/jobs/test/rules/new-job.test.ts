import { randomUUID } from 'node:crypto'
import { TtsRequest } from '@utter/contracts/http/jobs/job-request'
import { describe, expect, test } from 'vitest'
import type { Job } from '../../src/domain/job/job.ts'
import { batched, newJob, retried } from '../../src/domain/job/new-job.ts'

const now = new Date('2026-03-20T12:00:00Z')

describe('two requests are the same', () => {
  const base = { userText: 'Hello', requestId: 'r', voiceId: 'v' }
  const hash = (more: Record<string, unknown>, kind: Job['kind'] = 'tts') =>
    newJob(kind, 'u', TtsRequest.parse({ ...base, ...more }), randomUUID(), now).bodyHash
  test.each<[string, Record<string, unknown>, Record<string, unknown>, boolean]>([
    [
      'whatever the order of keys',
      { metadata: { a: 1, b: { c: 2, d: 3 } } },
      { metadata: { b: { d: 3, c: 2 }, a: 1 } },
      true,
    ],
    ['with a default sent or left out', { sessionId: 'default' }, {}, true],
    ['with a field that nobody reads', { colour: 'red' }, {}, true],
    ['unless the text differs', { userText: 'Hello!' }, {}, false],
    ['unless the voice differs', { voiceId: 'w' }, {}, false],
    ['unless a setting differs', { ttsSettings: { style: 0.3 } }, {}, false],
    ['unless a list has another order', { metadata: { a: [1, 2] } }, { metadata: { a: [2, 1] } }, false],
    ['unless a list is an object', { metadata: { a: [1] } }, { metadata: { a: { 0: 1 } } }, false],
    ['with a tag given twice', { tags: ['a', 'b', 'a'] }, { tags: ['a', 'b'] }, true],
    ['unless the tags differ', { tags: ['a'] }, { tags: ['b'] }, false],
    ['with the language `auto` sent or left out', { language: 'auto', textNormalization: 'auto' }, {}, true],
    ['with the language in another spelling', { language: 'pt-br' }, { language: 'pt-BR' }, true],
    ['unless the language differs', { language: 'pt' }, { language: 'pt-BR' }, false],
    ['unless only one is normalized', { textNormalization: 'off' }, {}, false],
    ['with the fallback `none` sent or left out', { fallback: 'none' }, {}, true],
    ['unless the fallback differs', { fallback: 'any' }, { fallback: 'same_language' }, false],
    ['unless the seed differs', { seed: 1 }, { seed: 2 }, false],
    ['unless only one has a seed', { seed: 0 }, {}, false],
    ['with the check `shape` sent or left out', { check: 'shape' }, {}, true],
    ['unless only one is checked by its words', { check: 'words' }, {}, false],
    ['unless the webhook differs', { webhookUrl: 'https://example.com/' }, {}, false],
  ])('%s', (_name, one, two, same) => {
    expect(hash(one) === hash(two)).toBe(same)
  })
  test('unless one is a reply and the other speech', () => expect(hash({}, 'reply')).not.toBe(hash({}, 'tts')))
})

describe('a job as it is inserted', () => {
  const all = {
    userText: 'Hello',
    requestId: 'r',
    voiceId: 'v',
    metadata: { a: 1 },
    tags: ['t'],
    webhookUrl: 'https://example.com/',
    language: 'es',
    textNormalization: 'off',
    fallback: 'any',
  }
  const inserted = (kind: Job['kind'], request: object, keyId?: string) =>
    newJob(kind, 'u', TtsRequest.parse(request), 'id', now, keyId)

  test('has what was requested, and has begun nothing', () => {
    expect(inserted('tts', all, 'k')).toStrictEqual({
      _id: 'id',
      userId: 'u',
      requestId: 'r',
      bodyHash: expect.any(String),
      kind: 'tts',
      sessionId: 'default',
      userText: 'Hello',
      voiceId: 'v',
      ttsSettings: { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true },
      metadata: { a: 1 },
      tags: ['t'],
      webhookUrl: 'https://example.com/',
      language: 'es',
      textNormalization: 'off',
      fallback: 'any',
      webhookDelivered: false,
      webhookAttempts: 0,
      status: 'submitting',
      queue: 'none',
      rank: 2,
      progress: 0,
      version: 0,
      timeline: [],
      attempt: 0,
      startedAttempt: 0,
      starts: 0,
      batch: 0,
      keyId: 'k',
      cached: false,
      cacheKey: expect.any(String),
      createdAt: now,
      updatedAt: now,
    })
  })
  test('has the settings that were requested, and the defaults of the others', () => {
    const request = { ...TtsRequest.parse(all), ttsSettings: { style: 0.3, speakerBoost: false, stability: undefined } }
    const { ttsSettings } = newJob('tts', 'u', request as never, 'id', now)
    expect(ttsSettings).toEqual({ stability: 0.5, similarityBoost: 0.8, style: 0.3, speakerBoost: false })
  })
  test('has no field for what was left out', () => {
    const bare = inserted('reply', { userText: 'Hello', requestId: 'r', voiceId: 'v', sessionId: 's', tags: [] })
    expect(bare.rank).toBe(0)
    for (const field of [
      'metadata',
      'tags',
      'webhookUrl',
      'keyId',
      'cacheKey',
      'language',
      'textNormalization',
      'fallback',
    ])
      expect(bare).not.toHaveProperty(field)
  })
  test('that repeats another starts anew, or with the reply of that one and for no other', () => {
    const draft = inserted('reply', all)
    const earlier = { _id: 'e', aiResponse: 'Well' }
    const again = retried(draft, earlier, 'start')
    expect(again).toMatchObject({ rank: 0, retryOf: 'e', cacheKey: draft.cacheKey })
    expect(again).not.toHaveProperty('aiResponse')
    const spoken = retried(draft, earlier, 'reply')
    expect(spoken).toMatchObject({ rank: 2, retryOf: 'e', aiResponse: 'Well' })
    expect(spoken).not.toHaveProperty('cacheKey')
    expect(retried(draft, { _id: 'e' }, 'reply')).not.toHaveProperty('aiResponse')
    expect(new Set([draft, again, spoken].map(({ bodyHash }) => bodyHash)).size).toBe(3)
  })
  test('of a batch is earlier by a millisecond for each that follows it', () => {
    const ages = [0, 1, 2].map(
      (index) => now.getTime() - batched(inserted('tts', all), 'b', index, 3).createdAt.getTime(),
    )
    expect(ages).toEqual([2, 1, 0])
    expect(batched(inserted('tts', all), 'b', 1, 3)).toMatchObject({ batch: 1, batchId: 'b', batchIndex: 1 })
  })
})

test('a text of more than 1,000 characters is bulk work as soon as it is known, and a reply that is not yet written is not', () => {
  const laneOf = (kind: Job['kind'], length: number) =>
    newJob(kind, 'u', TtsRequest.parse({ userText: 'a'.repeat(length), requestId: 'r', voiceId: 'v' }), 'i', now).lane
  expect([laneOf('tts', 1_000), laneOf('tts', 1_001), laneOf('reply', 1_001)]).toEqual([undefined, 'bulk', undefined])
  const reply = newJob('reply', 'u', TtsRequest.parse({ userText: 'Hi', requestId: 'r', voiceId: 'v' }), 'i', now)
  const again = (aiResponse: string, from: 'start' | 'reply') => retried(reply, { _id: 'e', aiResponse }, from).lane
  const long = 'a'.repeat(1_001)
  expect([again(long, 'reply'), again(long, 'start'), again('Well', 'reply')]).toEqual(['bulk', undefined, undefined])
})
