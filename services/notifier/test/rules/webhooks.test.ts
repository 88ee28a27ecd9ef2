import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { describe, expect, test } from 'vitest'
import { newDelivery } from '../../src/domain/delivery.ts'
import { deliveryView } from '../../src/domain/delivery-view.ts'
import { type Endpoint, isFailing, secretOverlapMs, signingSecrets } from '../../src/domain/endpoint.ts'
import { createSealedSecrets } from '../../src/domain/sealed-secrets.ts'
import { newSecret, signedHeaders } from '../../src/domain/signature.ts'
import { webhookBody } from '../../src/domain/webhook-body.ts'
import { webhookSettings } from '../../src/domain/webhook-settings.ts'
import { aJobView } from '../support/a-job-view.ts'
import { later, now } from '../support/trials.ts'

const given = {
  userId: 'u',
  jobId: 'j',
  outcome: 'failed',
  isOwn: false,
  isDisabled: false,
  url: 'https://a.example/x',
} as const
const asText = now.toISOString()

describe('a new delivery', () => {
  const base = { _id: 'msg_j_failed', userId: 'u', jobId: 'j', outcome: 'failed', url: given.url, createdAt: now }
  const none = { attempts: [], attempted: 0, version: 0 }

  test.each([
    [
      'to the account’s webhook is tried at once',
      given,
      { isOwn: false, receiver: 'u', status: 'pending', nextAttemptAt: now },
    ],
    [
      'to a job’s address is bounded by its host',
      { ...given, isOwn: true },
      { isOwn: true, receiver: 'u a.example', status: 'pending', nextAttemptAt: now },
    ],
    [
      'to a disabled webhook is stopped',
      { ...given, isDisabled: true },
      { isOwn: false, receiver: 'u', status: 'stopped', reason: 'disabled' },
    ],
  ])('%s', (_name, one, more) => {
    expect(newDelivery(one, now)).toEqual({ ...base, ...none, ...more })
  })
})

describe('a delivery as its owner sees it', () => {
  const delivery = newDelivery(given, now)
  const view = {
    id: 'msg_j_failed',
    jobId: 'j',
    type: 'job.failed',
    url: given.url,
    status: 'pending',
    reason: null,
    createdAt: asText,
    attempted: 0,
    attempts: [],
  }

  test('waits for its next try, but for one that is under way', () => {
    expect(deliveryView(delivery)).toEqual({ ...view, nextAttemptAt: asText })
    expect(deliveryView({ ...delivery, leasedUntil: later(1) })).toEqual({ ...view, nextAttemptAt: null })
    const { nextAttemptAt: _, ...over } = delivery
    expect(deliveryView({ ...over, status: 'stopped', reason: 'plan' })).toEqual({
      ...view,
      status: 'stopped',
      reason: 'plan',
      nextAttemptAt: null,
    })
  })

  test('has each of its tries', () => {
    const attempt = { at: now, status: 500, error: null, ms: 1, answer: 'no' }
    expect(deliveryView({ ...delivery, attempts: [attempt], attempted: 1 })).toMatchObject({
      attempts: [{ ...attempt, at: asText }],
      attempted: 1,
    })
  })
})

test('an old secret signs for a day more', () => {
  expect(secretOverlapMs).toBe(86_400_000)
})

test.each([
  [['15', '16', '17', '18', '19', '20'], '2026-03-15T12:00:00Z', true],
  [['15', '18', '19', '20'], '2026-03-15T12:00:00Z', true],
  [['15', '18', '19', '20'], '2026-03-15T12:00:01Z', false],
  [['15', '16', '17', '18'], '2026-03-15T12:00:00Z', true],
  [['15', '19', '20'], '2026-03-15T12:00:00Z', false],
  [['10', '11', '12', '13', '20'], '2026-03-10T12:00:00Z', false],
])('a webhook whose tries failed on the days %o since %s is disabled on the 20th: %s', (days, since, expected) => {
  const failedOn = days.map((day) => `2026-03-${day}`)
  expect(isFailing({ failingSince: new Date(since), failedOn } as Endpoint, new Date('2026-03-20T12:00:00Z'))).toBe(
    expected,
  )
})

test('the secrets that sign are the present one and the old ones that are not over, the newest first', () => {
  const oldSecrets = [
    { secret: 'oldest', until: now },
    { secret: 'older', until: later(1) },
    { secret: 'old', until: later(2) },
  ]
  const signing = (of: Partial<Endpoint>, at: Date) => signingSecrets({ _id: 'u', ...of }, at, createSealedSecrets())
  expect(signing({ secret: 'new', oldSecrets }, now)).toEqual(['new', 'old', 'older'])
  expect(signing({ secret: 'new' }, now)).toEqual(['new'])
  expect(signing({ oldSecrets }, later(1))).toEqual(['old'])
})

test('a signature is that of the standard’s own example, one for each secret', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_999), body: '{"test": 2432232314}' }
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  expect(signedHeaders([secret], message)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  })
  const [first, second] = signedHeaders([newSecret(), secret], message)['webhook-signature'].split(' ')
  expect([first === signature, second]).toEqual([false, signature])
  expect(newSecret()).toMatch(/^whsec_[\w+/]{43}=$/)
})

describe('the body of a webhook', () => {
  const job = aJobView({ id: 'j' })
  const data = {
    jobId: 'j',
    requestId: 'r',
    sessionId: 's',
    createdAt: job.createdAt,
    completedAt: job.completedAt,
    cached: false,
  }
  const bodyOf = (view: JobView) => webhookBody(view, 'https://utter.example')
  const audioUrl = 'https://utter.example/audio/j.mp3?expires=1&signature=s'
  const voicesInstead = [{ voiceId: 'rachel', voiceUsed: 'kate', provider: 'pico' }]
  const speaker = { voiceUsed: 'joe', provider: 'piper', voicesInstead, checked: 'words' as const }

  test.each<[string, JobView, object]>([
    ['completed', job, { status: 'completed', audioUrl, durationMs: 1_000, reply: 'Well' }],
    [
      'completed',
      { ...job, pcmHash: 'ab' },
      { status: 'completed', audioUrl, durationMs: 1_000, reply: 'Well', pcmHash: 'ab' },
    ],
    [
      'failed',
      aJobView({ id: 'j', status: 'failed' }),
      { status: 'failed', error: 'Invalid voice ID', code: 'invalid_voice' },
    ],
    [
      'completed',
      aJobView({ id: 'j', metadata: { a: 1 }, tags: ['t'], ...speaker }),
      { status: 'completed', audioUrl, durationMs: 1_000, reply: 'Well', metadata: { a: 1 }, tags: ['t'], ...speaker },
    ],
  ])('of a job that has %s', (status, view, more) => {
    expect(bodyOf(view)).toStrictEqual({
      type: `job.${status}`,
      timestamp: job.completedAt,
      data: { ...data, ...more },
    })
  })

  test('of a job that has not ended is none', () => {
    expect(bodyOf({ ...job, status: 'processing' })).toBeUndefined()
    const { completedAt: _, ...open } = job
    expect(bodyOf(open)).toBeUndefined()
  })
})

describe('the settings of a webhook', () => {
  const none = {
    webhookUrl: null,
    secretEnd: null,
    oldSecretUntil: null,
    lastDeliveredAt: null,
    failingSince: null,
    lastError: null,
    disabledAt: null,
    disabledReason: null,
  }
  const endpoint: Endpoint = { _id: 'u', tier: 'pro', billingVersion: 1, version: 1 }
  const full: Endpoint = {
    ...endpoint,
    ...{
      url: given.url,
      secret: 'whsec_abcd',
      lastDeliveredAt: now,
      failingSince: now,
      lastError: 'no',
      disabledAt: now,
    },
    ...{
      disabledReason: 'gone',
      oldSecrets: [
        { secret: 'older', until: later(5) },
        { secret: 'old', until: later(9) },
      ],
    },
  }

  test.each([
    ['of an account without a document', null, none],
    ['of an account without any', endpoint, none],
    [
      'that has all of it',
      full,
      {
        ...{
          webhookUrl: given.url,
          secretEnd: 'abcd',
          oldSecretUntil: later(9).toISOString(),
          lastDeliveredAt: asText,
        },
        ...{ failingSince: asText, lastError: 'no', disabledAt: asText, disabledReason: 'gone' },
      },
    ],
    ['whose old secret is over', { ...endpoint, oldSecrets: [{ secret: 'old', until: now }] }, none],
  ])('%s', (_name, one, settings) => {
    expect(webhookSettings(one, now, createSealedSecrets())).toEqual(settings)
  })
})
