import { randomUUID } from 'node:crypto'
import { TtsRequest } from '@utter/contracts/http/jobs/job-request'
import { describe, expect, test } from 'vitest'
import type { Job } from '../../src/domain/job/job.ts'
import { newJob } from '../../src/domain/job/new-job.ts'

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
    ['with a tag given twice', { tags: ['a', 'b', 'a'] }, { tags: ['a', 'b'] }, true],
    ['unless the tags differ', { tags: ['a'] }, { tags: ['b'] }, false],
    ['unless the webhook differs', { webhookUrl: 'https://example.com/' }, {}, false],
  ])('%s', (_name, one, two, same) => {
    expect(hash(one) === hash(two)).toBe(same)
  })
  test('unless one is a reply and the other speech', () => expect(hash({}, 'reply')).not.toBe(hash({}, 'tts')))
})
