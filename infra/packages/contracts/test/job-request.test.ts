import { describe, expect, test } from 'vitest'
import { BatchItem } from '../src/http/jobs/batch.ts'
import { TtsRequest } from '../src/http/jobs/job-request.ts'

const good = { userText: 'Hello', requestId: 'r', voiceId: 'v' }
/** The faults of a request with these fields besides. */
const faults = (fields: Record<string, unknown>) => {
  const { error } = TtsRequest.safeParse({ ...good, ...fields })
  return error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
}
/** `levels` of arrays or objects, the outermost an object. */
function nested(levels: number, wrap: (inner: unknown) => unknown): Record<string, unknown> {
  let value: unknown = 1
  for (let level = 1; level < levels; level++) value = wrap(value)
  return { a: value }
}
const inArray = (inner: unknown) => [inner]
const inObject = (inner: unknown) => ({ a: inner })
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]))

describe('metadata', () => {
  test.each<[string, Record<string, unknown>]>([
    ['ten levels of objects', nested(10, inObject)],
    ['ten levels of arrays', nested(10, inArray)],
    [
      'values of every plain kind',
      { text: 't', number: 1.5, yes: true, nothing: null, list: [1, 'a', [null]], map: { a: { b: 2 } } },
    ],
    ['keys with dots, blanks and letters of any script', { 'app.id': 1, ключ: 2, '': 3, 'a b': 4, a$: 5 }],
    ['fifty keys', keys(50)],
    ['no key', {}],
    ['keys that mean something to a store', { $where: 1, a: [{ $ne: '' }], b: { _bsontype: 'ObjectId' }, 'c\0': 1 }],
    ['keys that every object has', JSON.parse('{"constructor":"Acme Ltd","__proto__":{"toString":1},"prototype":1}')],
  ])('may have %s', (_, metadata) => {
    expect(TtsRequest.parse({ ...good, metadata }).metadata).toEqual(metadata)
  })

  test.each<[string, unknown, string]>([
    ['eleven levels of objects', nested(11, inObject), 'metadata must be at most 10 levels deep'],
    ['eleven levels of arrays', nested(11, inArray), 'metadata must be at most 10 levels deep'],
    ['five thousand levels', nested(5_000, inArray), 'metadata must be at most 10 levels deep'],
    ['a million levels', nested(1_000_000, inObject), 'metadata must be at most 10 levels deep'],
    ['fifty-one keys', keys(51), 'metadata must have at most 50 keys'],
    ['a long text', { a: 'é'.repeat(4_096) }, 'metadata must be at most 8 KB'],
    ['a long list', { a: Array.from({ length: 5_000 }, () => 1) }, 'metadata must be at most 8 KB'],
    ['a date', { a: new Date() }, 'metadata must hold plain values only'],
    ['a function', { a: () => 1 }, 'metadata must hold plain values only'],
    ['a number without a value', { a: Number.NaN }, 'metadata must hold plain values only'],
  ])('with %s is refused by a sentence that names it', (_, metadata, sentence) => {
    expect(faults({ metadata })).toEqual([['metadata', sentence]])
  })
  test.each([[[]], ['x'], [7], [true]])('that is %j is refused', (metadata) => {
    expect(faults({ metadata })).toEqual([['metadata', 'metadata must be an object']])
  })
  test('of 200,000 keys is refused before its keys are walked', () => {
    let looks = 0
    const watched = new Proxy(keys(200_000), {
      get: (target, key) => {
        if (String(key).startsWith('k')) looks++
        return Reflect.get(target, key)
      },
    })
    expect(faults({ metadata: watched })).toEqual([['metadata', 'metadata must have at most 50 keys']])
    expect(looks).toBe(0)
  })
})

describe('null', () => {
  const settings = { stability: null, similarityBoost: null, style: null, speakerBoost: null, speed: null }
  const optional = [
    'webhookUrl',
    'ttsSettings',
    'language',
    'textNormalization',
    'fallback',
    'check',
    'metadata',
    'tags',
    'sessionId',
  ]
  test.each([...optional, 'a field that is not ours'])('is none for %s', (field) => {
    expect(TtsRequest.parse({ ...good, [field]: null })).toEqual(TtsRequest.parse(good))
  })
  test('is none inside the settings too', () => {
    expect(TtsRequest.parse({ ...good, ttsSettings: settings }).ttsSettings).toEqual({})
  })
  test.each([
    ['userText', 'User text is required'],
    ['requestId', 'Request ID is required'],
    ['voiceId', 'Voice ID is required'],
  ])('is missing for %s', (field, sentence) => expect(faults({ [field]: null })).toEqual([[field, sentence]]))
  test('is none in an item of a batch', () => {
    expect(BatchItem.tts.parse({ ...good, kind: null, tags: null })).toEqual(BatchItem.tts.parse(good))
  })
})

describe('an address for a webhook', () => {
  test.each(['https://user:secret@x.example/', 'https://user@x.example/', 'https://:secret@x.example/'])(
    '%s has credentials and is refused',
    (webhookUrl) => {
      expect(faults({ webhookUrl })).toEqual([['webhookUrl', 'Webhook URL must not hold a user name or a password']])
    },
  )
  test.each(['https://x.example/hook?token=1', 'http://x.example:8080/@at'])('%s is taken', (webhookUrl) => {
    expect(TtsRequest.parse({ ...good, webhookUrl }).webhookUrl).toBe(webhookUrl)
  })
  test('that is none has one sentence', () => {
    expect(faults({ webhookUrl: 'x' })).toEqual([['webhookUrl', 'Webhook URL must be a valid URL']])
  })
})
