import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Delivery, LeasedDelivery } from '../../../src/domain/delivery.ts'
import type { DeliveryStore } from '../../../src/store/deliveries.ts'
import { type DeliveryTrials, later, now, openDeliveryTrials } from '../../support/trials.ts'

let trials: DeliveryTrials
beforeAll(async () => {
  trials = await openDeliveryTrials()
})
afterAll(() => trials[Symbol.asyncDispose]())

type Fields = Partial<Delivery>
type Update = {
  name: string
  /** A delivery to which it applies. */
  to: Fields
  act(store: DeliveryStore, delivery: LeasedDelivery): Promise<unknown>
  /** The changed fields, and null for removed ones. */
  changed: object
  /** Deliveries that it leaves alone. */
  not: Fields[]
}
const until = later(30_000)
const leased: Fields = { nextAttemptAt: until, leasedUntil: until, body: '{}' }
const ended: Fields = { status: 'failed', nextAttemptAt: undefined as never, reason: 'plan', firstAttemptAt: now }
const attempt = { at: later(1), status: 200, error: null, ms: 1, answer: '' }
const url = 'https://other.example/'
const recorded = {
  url,
  firstAttemptAt: later(1),
  unpublishedSince: later(1),
  attempts: [attempt],
  attempted: 1,
  version: 1,
}
/** The lease is another's by now. */
const takenOver: Fields[] = [{ leasedUntil: later(40_000) }, { leasedUntil: undefined as never }]
const asLeased = (delivery: LeasedDelivery): LeasedDelivery => ({ ...delivery, leasedUntil: until })
const [over, again] = [
  { nextAttemptAt: null, leasedUntil: null, body: null },
  { status: 'pending', firstAttemptAt: null, reason: null },
]

const updates: Update[] = [
  {
    name: 'a lease',
    to: {},
    act: (store, delivery) => store.lease({ ...delivery, nextAttemptAt: now }, until),
    changed: { nextAttemptAt: until, leasedUntil: until },
    not: [{ nextAttemptAt: later(1) }],
  },
  {
    name: 'a body that is kept',
    to: leased,
    act: (store, delivery) => store.keepBody(asLeased(delivery), 'bytes'),
    changed: { body: 'bytes' },
    not: takenOver,
  },
  {
    name: 'a try that delivered',
    to: leased,
    act: (store, delivery) => store.record(asLeased(delivery), url, attempt, { status: 'delivered' }),
    changed: { ...recorded, ...over, status: 'delivered', deliveredAt: later(1) },
    not: takenOver,
  },
  {
    name: 'a try that failed for good',
    to: { ...leased, firstAttemptAt: now },
    act: (store, delivery) => store.record(asLeased(delivery), url, attempt, { status: 'failed' }),
    changed: {
      url,
      unpublishedSince: later(1),
      attempts: [attempt],
      attempted: 1,
      version: 1,
      ...over,
      status: 'failed',
    },
    not: takenOver,
  },
  {
    name: 'a try that is followed by another',
    to: leased,
    act: (store, delivery) =>
      store.record(asLeased(delivery), url, attempt, { status: 'pending', nextAttemptAt: later(5) }),
    changed: { ...recorded, nextAttemptAt: later(5), leasedUntil: null },
    not: takenOver,
  },
  {
    name: 'a postponed try',
    to: leased,
    act: (store, delivery) => store.postpone(asLeased(delivery), later(5)),
    changed: { nextAttemptAt: later(5), leasedUntil: null },
    not: takenOver,
  },
  {
    name: 'a stop',
    to: leased,
    act: (store, delivery) => store.stop(asLeased(delivery), 'plan'),
    changed: { ...over, status: 'stopped', reason: 'plan' },
    not: takenOver,
  },
  {
    name: 'a repeat',
    to: ended,
    act: (store, { userId, _id }) => store.resend(userId, _id, later(1)),
    changed: { ...again, nextAttemptAt: later(1) },
    not: [{ leasedUntil: until }, { reason: 'job_deleted' }, { reason: 'work_deleted' }],
  },
]

describe.each(updates)('$name', ({ to, act, changed, not }) => {
  const on = (delivery: Delivery) => act(trials.store, delivery as LeasedDelivery)

  test('changes its delivery, and no other', async () => {
    expect((await trials.trial(to, {}, on)).changed).toEqual(changed)
  })

  test.each(not)('leaves a delivery alone that has %o', async (more) => {
    const { result, changed } = await trials.trial(to, more, on)
    expect(changed).toEqual({})
    expect(result ?? false).toBe(false)
  })

  test('leaves the delivery of another account alone', async () => {
    const { changed } = await trials.trial(to, {}, (delivery) => on({ ...delivery, userId: 'stranger' }))
    expect(changed).toEqual({})
  })
})

describe('a delivery', () => {
  test('is returned as it is after its update', async () => {
    const changes = updates.filter(({ name }) => /lease|try that|repeat/.test(name))
    for (const { to, act } of changes) {
      const { result } = await trials.trial(to, {}, async (delivery) => {
        const answer = await act(trials.store, delivery as LeasedDelivery)
        expect(answer).toEqual(await trials.collection.findOne({ _id: delivery._id }))
        return answer
      })
      expect(result).not.toBeNull()
    }
    const kept = await trials.trial(leased, {}, (one) => trials.store.keepBody(one as LeasedDelivery, '{}'))
    expect(kept).toEqual({ result: true, changed: {} })
  })

  test('keeps its last twenty tries', async () => {
    const attempts = Array.from({ length: 20 }, (_, index) => ({ ...attempt, ms: index }))
    const { changed } = await trials.trial({ ...leased, attempts, attempted: 20 }, {}, (delivery) =>
      trials.store.record(delivery as LeasedDelivery, url, attempt, { status: 'failed' }),
    )
    expect(changed).toMatchObject({ attempts: [...attempts.slice(1), attempt], attempted: 21 })
  })
})

describe('deliveries of a deleted job', () => {
  const forget = (to: Fields) =>
    trials.trial({ ...leased, attempts: [attempt], ...to }, {}, ({ userId, jobId = '' }) =>
      trials.store.forget(userId, { jobId }),
    )

  test.each(['pending', 'failed', 'stopped'] as const)('stop where they are %s', async (status) => {
    const stopped = status === 'stopped' ? {} : { status: 'stopped' }
    expect((await forget({ status })).changed).toEqual({ ...over, attempts: [], ...stopped, reason: 'job_deleted' })
  })

  test('stay delivered, and lose what was sent and answered', async () => {
    expect((await forget({ status: 'delivered' })).changed).toEqual({ attempts: [], body: null })
  })

  test('are those of the account alone', async () => {
    for (const status of ['pending', 'delivered'] as const) {
      const { changed } = await trials.trial({ ...leased, status, attempts: [attempt] }, {}, ({ jobId = '' }) =>
        trials.store.forget('stranger', { jobId }),
      )
      expect(changed).toEqual({})
    }
  })
})
