import { randomUUID } from 'node:crypto'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { isFinal } from '@utter/contracts/jobs'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { afterEach, describe, expect, test } from 'vitest'
import { audioStored } from '../../src/consumes/audio-stored.ts'
import type { LifecycleDeps } from '../../src/deps.ts'
import { batched } from '../../src/domain/job/new-job.ts'
import { periodOf } from '../../src/lifecycle/allowance-of.ts'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { deleteJob } from '../../src/lifecycle/end/delete-job.ts'
import { handleOverdue } from '../../src/lifecycle/repair/overdue.ts'
import { reconcile } from '../../src/lifecycle/repair/reconcile.ts'
import { recount } from '../../src/lifecycle/repair/recount.ts'
import { sumUsage } from '../../src/lifecycle/repair/sum-usage.ts'
import { usageOf } from '../../src/lifecycle/repair/usage-of.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { submitBatch } from '../../src/lifecycle/submit/submit-batch.ts'
import { complete, completeAll } from '../support/ends.ts'
import { audio, openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'
import { states } from '../support/states.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-crashes'))
afterEach(() => lifecycle.clear())

/** The same stores in a process that dies after its nth call took effect and before it returned. */
async function mortal(n: number): Promise<{ deps: LifecycleDeps; isDead(): boolean }> {
  const { call, mortally, isDead } = createMortal(n)
  const { jobs, allowances, usage, publish } = lifecycle.deps
  const deps = await lifecycle.depsOf({
    jobs: mortally(jobs),
    allowances: mortally(allowances),
    usage: mortally(usage),
    publish: (events: OutgoingEvent[]) => call(() => publish(events)),
  })
  return { deps, isDead }
}

/** An account in which somebody died, and what must be true of it when everything has come to rest. */
type Grave = { userId: string; what: string; check(): Promise<void> }

/** The act with a death at each of its steps in turn, until it lives through all of them; then the sweepers come. */
async function dieAtEachStep(act: (deps: LifecycleDeps) => Promise<Omit<Grave, 'what'>>): Promise<Grave[]> {
  const graves: Grave[] = []
  for (let n = 0; n < 60; n++) {
    const { deps, isDead } = await mortal(n)
    graves.push({ ...(await act(deps)), what: `dead after step ${n}` })
    if (isDead()) continue
    await comeToRest(graves)
    return graves
  }
  throw new Error('the act has no end')
}

async function comeToRest(graves: Grave[]): Promise<void> {
  const userIds = graves.map(({ userId }) => userId)
  await lifecycle.sweep(...userIds)
  for (const { userId, what } of graves) expect(await lifecycle.violations(userId), what).toEqual([])
  await Promise.all(userIds.map((userId) => completeAll(lifecycle, userId)))
  await lifecycle.sweep(...userIds)
  for (const { userId, what, check } of graves) {
    expect(await lifecycle.violationsAtRest(userId), what).toEqual([])
    await check()
  }
}
const deletionsOf = (id: string) =>
  lifecycle.published.some(
    ({ event, data }) => event.type === 'job-deleted' && (data as { jobId: string }).jobId === id,
  )
const died = (error: unknown) => {
  if (!(error instanceof Death)) throw error
}

describe('a process that dies', () => {
  test.each([
    ['while concurrency is free', 0, 100],
    ['while both jobs of the plan are active', 2, 100],
    ['with one call left', 0, 1],
    ['with no call left', 0, 0],
  ])(
    'in the middle of a submission, %s: an answered submission is kept, and its repetition gets the same',
    async (_name, before, left) => {
      const requests: (() => Promise<void>)[] = []
      const graves = await dieAtEachStep(async (deps) => {
        const userId = await lifecycle.account('free', left)
        for (let i = 0; i < before; i++) await lifecycle.submit(userId)
        const draft = lifecycle.draft(userId)
        const answer = await submit(deps, draft, { signedUpAt }).catch((error) => {
          if (error instanceof Death || error.status === 402) return undefined
          throw error
        })
        requests.push(async () => {
          const present = await lifecycle.deps.jobs.read(userId, draft._id)
          const again = await submit(lifecycle.deps, { ...draft, _id: randomUUID() }, { signedUpAt })
          if (present) expect(again.job._id).toBe(draft._id)
        })
        return {
          userId,
          check: async () => {
            if (answer) expect(await lifecycle.read(userId, draft._id)).toMatchObject({ status: 'completed' })
          },
        }
      })
      expect(graves.length).toBeGreaterThan(3)
      if (left === 0) return
      for (const ask of requests) await ask()
      await comeToRest(graves)
      for (const { userId } of graves) expect((await lifecycle.allowance(userId)).used - (100 - left)).toBe(before + 1)
    },
  )

  test('at the end of a job: the message that is consumed again completes the rest', async () => {
    const graves = await dieAtEachStep(async (deps) => {
      const userId = await lifecycle.account('free')
      const { _id: jobId } = await lifecycle.submit(userId)
      await lifecycle.submit(userId)
      await lifecycle.submit(userId)
      const report = { jobId, attempt: 1, audio }
      const about = { userId, version: 1, occurredAt: lifecycle.now().toISOString() }
      await audioStored(deps).handle(report, about).catch(died)
      await lifecycle.handle(AudioStored, userId, report)
      expect(await lifecycle.violations(userId)).toEqual([])
      expect((await lifecycle.allowance(userId)).active.map(({ id }) => id)).not.toContain(jobId)
      return {
        userId,
        check: async () => expect((await lifecycle.read(userId, jobId)).status).toBe('completed'),
      }
    })
    expect(graves.length).toBeGreaterThan(5)
  })

  test.each([
    ['while concurrency is free', 0, 100],
    ['behind jobs that wait', 3, 100],
    ['with too few calls', 0, 2],
  ])('in the middle of a batch, %s: it is there whole, or not at all', async (_name, before, left) => {
    const again: (() => Promise<void>)[] = []
    const graves = await dieAtEachStep(async (deps) => {
      const userId = await lifecycle.account('free', left)
      for (let i = 0; i < before; i++) await lifecycle.submit(userId)
      const drafts = [0, 1, 2, 3].map((index) => batched(lifecycle.draft(userId), 'batch', index, 4))
      const isAnswered = await submitBatch(deps, drafts, { signedUpAt }).then(
        () => true,
        (error) => {
          if (error instanceof Death || error.status === 402) return false
          throw error
        },
      )
      const made = () => lifecycle.deps.jobs.ofBatch(userId, 'batch')
      again.push(async () => {
        const present = await made()
        const sent = drafts.map((draft) => ({ ...draft, _id: randomUUID() }))
        const outcomes = await submitBatch(lifecycle.deps, sent, { signedUpAt }).catch((error) => {
          if (error.status !== 402) throw error
          return new Map()
        })
        if (present.length > 0)
          expect([...outcomes.values()].map(({ _id }) => _id).sort()).toEqual(present.map(({ _id }) => _id).sort())
        expect((await made()).length).toBe(left < 4 ? 0 : 4)
      })
      return {
        userId,
        check: async () => {
          const ended = (await made()).filter(({ status }) => status === 'completed').length
          expect(isAnswered ? [4] : [0, 4]).toContain(ended)
          const { used } = await lifecycle.allowance(userId)
          expect(used - (100 - left)).toBe(before + ended)
        },
      }
    })
    expect(graves.length).toBeGreaterThan(left < 4 ? 2 : 6)
    for (const ask of again) await ask()
    await comeToRest(graves.map((grave) => ({ ...grave, check: async () => {} })))
  })

  test('in the middle of a submission that has been spoken before: it is completed, free, or as if it had never been', async () => {
    const made = { provider: 'piper', model: 'joe-1', voice: 'joe' }
    lifecycle.become({ speech: { default: 'piper/joe-1/joe' } })
    const graves = await dieAtEachStep(async (deps) => {
      const userId = await lifecycle.account('free')
      const { _id: first } = await lifecycle.submit(userId)
      await lifecycle.handle(AudioStored, userId, { jobId: first, attempt: 1, audio, ...made })
      const draft = lifecycle.draft(userId)
      const answer = await submit(deps, draft, { signedUpAt }).catch(died)
      return {
        userId,
        check: async () => {
          const job = await lifecycle.deps.jobs.read(userId, draft._id)
          if (answer) expect(job).not.toBeNull()
          if (job) expect(job).toMatchObject({ status: 'completed', cached: true, sameAs: first })
          expect((await lifecycle.allowance(userId)).used).toBe(1)
        },
      }
    })
    lifecycle.become({})
    expect(graves.length).toBeGreaterThan(5)
  })

  test.each([
    ['while active', 0],
    ['that waits', 2],
  ])('in the middle of cancelling a job %s: it is wholly done, or wholly not', async (_name, before) => {
    await dieAtEachStep(async (deps) => {
      const userId = await lifecycle.account('free')
      for (let i = 0; i < before; i++) await lifecycle.submit(userId)
      const { _id } = await lifecycle.submit(userId)
      await lifecycle.submit(userId)
      const answer = await cancel(deps, userId, _id).catch(died)
      return {
        userId,
        check: async () => {
          const { status } = await lifecycle.read(userId, _id)
          if (answer) expect(status).toBe('failed')
          expect((await lifecycle.allowance(userId)).used).toBe(before + 1 + (status === 'failed' ? 0 : 1))
        },
      }
    })
  })

  test.each([
    ['that was spoken', 'completed'],
    ['that was cancelled', 'failed'],
  ])('in the middle of the deletion of a job %s: it is whole or gone, and counted once', async (_name, status) => {
    const graves = await dieAtEachStep(async (deps) => {
      const userId = await lifecycle.account('free')
      const { _id } = await lifecycle.submit(userId)
      await lifecycle.submit(userId)
      // Cancelled by a process that died before it settled the end: the deletion does that too.
      const { deps: dying } = await mortal(2)
      if (status === 'failed') await cancel(dying, userId, _id).catch(died)
      else await complete(lifecycle, userId, _id)
      const isAnswered = await deleteJob(deps, userId, _id).then(
        () => true,
        (error) => (error instanceof Death ? false : Promise.reject(error)),
      )
      return {
        userId,
        check: async () => {
          const job = await lifecycle.read(userId, _id)
          if (isAnswered) expect(job.status).toBe('deleted')
          expect([job.status, job.endedAs ?? job.status]).toEqual([expect.any(String), status])
          expect(deletionsOf(_id)).toBe(job.status === 'deleted')
          expect((await lifecycle.allowance(userId)).used).toBe(status === 'failed' ? 1 : 2)
        },
      }
    })
    expect(graves.length).toBeGreaterThan(4)
  })

  test('in the middle of an overdue step: the next sweep finds it', async () => {
    await dieAtEachStep(async (deps) => {
      const userId = await lifecycle.account('free')
      const { _id } = await lifecycle.submit(userId)
      lifecycle.passMs(25 * 3_600_000)
      await handleOverdue(deps, await lifecycle.read(userId, _id)).catch(died)
      const left = await lifecycle.read(userId, _id)
      if (!isFinal(left.status)) await handleOverdue(lifecycle.deps, left)
      return { userId, check: async () => expect((await lifecycle.read(userId, _id)).error).toBe('Timed out') }
    })
  })

  test('in the middle of a reconcile: the next one finds what it left', async () => {
    const graves = await dieAtEachStep(async (deps) => {
      const userId = await lifecycle.account('free')
      for (let i = 0; i < 2; i++) await lifecycle.submit(userId)
      // A job whose call was refunded, and a job that took its call and was never accepted.
      await cancel(lifecycle.deps, userId, (await lifecycle.submit(userId))._id)
      const taken = lifecycle.draft(userId)
      await lifecycle.deps.jobs.insert(taken)
      const { period } = await lifecycle.allowance(userId)
      await lifecycle.deps.allowances.takeReserved(userId, [{ id: taken._id, period }], lifecycle.now())
      await reconcile(deps, userId).catch(died)
      return {
        userId,
        check: async () => {
          expect((await lifecycle.read(userId, taken._id)).status).toBe('completed')
          expect(await lifecycle.allowance(userId)).toMatchObject({ used: 3, totals: { completed: 3, failed: 1 } })
        },
      }
    })
    expect(graves.length).toBeGreaterThan(5)
  })

  test.each<[string, (deps: LifecycleDeps, userId: string) => Promise<unknown>]>([
    ['a submission that begins a month', (deps, userId) => submit(deps, lifecycle.draft(userId), { signedUpAt })],
    [
      'cancelling a job of the month before',
      async (deps, userId) => {
        await lifecycle.submit(userId)
        const [last] = (await lifecycle.deps.jobs.page(userId, {}, 4)).slice(1)
        await cancel(deps, userId, last?._id ?? '')
      },
    ],
    [
      'a count of two months',
      async (deps, userId) => {
        await lifecycle.submit(userId)
        await recount(deps, userId)
      },
    ],
    ['a referral state', (deps, userId) => states(lifecycle, deps).bonus(userId, 2, 20)],
  ])('in the middle of %s: each bonus call is written off once, or returned', async (_name, act) => {
    const graves = await dieAtEachStep(async (deps) => {
      const userId = await lifecycle.account('free', 0)
      await states(lifecycle).bonus(userId, 1, 10)
      for (let i = 0; i < 4; i++) await lifecycle.submit(userId)
      lifecycle.goTo((await lifecycle.allowance(userId)).periodEnd)
      await act(deps, userId).catch(died)
      await states(lifecycle).bonus(userId, 2, 20)
      return {
        userId,
        check: async () => {
          // Only now, for a process that died before it started the month.
          await lifecycle.submit(userId)
          await completeAll(lifecycle, userId)
          await lifecycle.sweep(userId)
          const { bonusSpent, callLimit, totals, past = [] } = await lifecycle.allowance(userId)
          const first = past[0]
          expect({ bonusSpent, callLimit, bonus: first?.bonus, isClosed: first?.isClosed }).toEqual({
            bonusSpent: 4 - totals.failed,
            callLimit: 116 + totals.failed,
            bonus: 4 - totals.failed,
            isClosed: true,
          })
        },
      }
    })
    expect(graves.length).toBeGreaterThan(2)
  })

  test.each<
    [string, (deps: LifecycleDeps, userId: string, change: (deps: LifecycleDeps) => Promise<void>) => Promise<unknown>]
  >([
    ['a change of plan inside a month', (deps, _userId, change) => change(deps)],
    [
      'a submission after a change of plan',
      async (deps, userId, change) => {
        // Another process has changed it, so the segment that is remembered here is over.
        await periodOf(deps, userId, { signedUpAt })
        await change(lifecycle.deps)
        await submit(deps, lifecycle.draft(userId), { signedUpAt })
      },
    ],
    [
      'cancelling a job of an earlier segment',
      async (deps, userId, change) => {
        await change(lifecycle.deps)
        const [last] = await lifecycle.deps.jobs.page(userId, {}, 1)
        await cancel(deps, userId, last?._id ?? '')
      },
    ],
    [
      'a count of two segments',
      async (deps, userId, change) => {
        await change(lifecycle.deps)
        await recount(deps, userId)
      },
    ],
  ])(
    'in the middle of %s: each call stands in one segment, and is written off or returned once',
    async (_name, act) => {
      const graves = await dieAtEachStep(async (deps) => {
        const userId = await lifecycle.account('starter', 0)
        // 2 calls of the plan are left, and 1 bonus call; of four jobs the last is overage.
        await lifecycle.deps.allowances.change({ _id: userId }, { $set: { used: 4_998, adjustment: 4_998 } })
        await states(lifecycle).bonus(userId, 1, 1)
        for (let i = 0; i < 4; i++) await lifecycle.submit(userId)
        const { period, periodEnd } = await lifecycle.allowance(userId)
        lifecycle.passMs(60_000)
        const [start, end] = [period.toISOString(), periodEnd.toISOString()]
        const billed = { tier: 'pro' as const, start, end, segment: lifecycle.now().toISOString() }
        const change = async (by: LifecycleDeps) => void (await states(lifecycle, by).billing(userId, 1, billed))
        await act(deps, userId, change).catch(died)
        // The message is consumed again.
        await change(lifecycle.deps)
        return {
          userId,
          check: async () => {
            const { past = [], used, totals, ...limits } = await lifecycle.allowance(userId)
            const { completed, failed } = totals
            expect(limits).toMatchObject({ carriedCalls: 5_000, bonusSpent: 1, overageCalls: failed ? 7_960 : 7_958 })
            expect(past).toMatchObject([{ used: 5_002 - failed, bonus: 1, overage: 1 - failed, isClosed: true }])
            expect(used).toBe(completed + failed - 4)
          },
        }
      })
      expect(graves.length).toBeGreaterThan(2)
    },
  )

  test('in the middle of a sum of usage: every call stands on its day, once', async () => {
    const graves = await dieAtEachStep(async (deps) => {
      const userId = await lifecycle.account('free')
      for (let i = 0; i < 2; i++) await lifecycle.submit(userId)
      await completeAll(lifecycle, userId)
      lifecycle.passMs(24 * 3_600_000)
      await lifecycle.submit(userId)
      await completeAll(lifecycle, userId)
      lifecycle.passMs(25 * 3_600_000)
      const { leased } = await lifecycle.deps.allowances.leaseDueForSum(lifecycle.now(), 5_000)
      const sumAt = leased.find(({ _id }) => _id === userId)?.sumAt as Date
      await sumUsage(deps, userId, sumAt).catch(died)
      const allowance = await lifecycle.allowance(userId)
      const callsOf = async () =>
        (await usageOf(lifecycle.deps, await lifecycle.allowance(userId), new Date(0), lifecycle.now()))
          .flatMap(({ rows }) => rows.map(({ calls }) => calls))
          .toSorted()
      expect(await callsOf()).toEqual([1, 2])
      // The lease is over.
      lifecycle.passMs(720_000)
      if (allowance.sumAt) await lifecycle.sweep(userId)
      return {
        userId,
        check: async () => {
          expect(await callsOf()).toEqual([1, 2])
          expect(await lifecycle.allowance(userId)).toMatchObject({ sums: expect.any(Number) })
          expect(await lifecycle.allowance(userId)).not.toHaveProperty('summing')
        },
      }
    })
    expect(graves.length).toBeGreaterThan(5)
  })

  test('in the middle of counting: the next count comes to the same', async () => {
    await dieAtEachStep(async (deps) => {
      const userId = await lifecycle.account('free')
      await lifecycle.submit(userId)
      await lifecycle.submit(userId)
      const third = await lifecycle.submit(userId)
      await cancel(lifecycle.deps, userId, third._id)
      await recount(deps, userId).catch(died)
      return { userId, check: async () => expect((await lifecycle.allowance(userId)).used).toBe(2) }
    })
  })
})

test('a job that is cancelled while its account is counted is not counted out twice', async () => {
  const userId = await lifecycle.account('free')
  for (let i = 0; i < 3; i++) await lifecycle.submit(userId)
  const [waiting] = await lifecycle.deps.jobs.page(userId, {}, 1)
  let isCounted = false
  const counting = await lifecycle.depsOf({
    ...lifecycle.deps,
    jobs: {
      ...lifecycle.deps.jobs,
      countOwed: async (...args) => {
        if (!isCounted) {
          isCounted = true
          // Somebody cancels it and dies before the call has come back.
          const { deps } = await mortal(2)
          await cancel(deps, userId, waiting?._id ?? '').catch(died)
        }
        return lifecycle.deps.jobs.countOwed(...args)
      },
    },
  })
  expect(await recount(counting, userId)).toBe(true)
  expect(await lifecycle.violations(userId)).toEqual([])
  await completeAll(lifecycle, userId)
  await lifecycle.sweep(userId)
  expect((await lifecycle.allowance(userId)).used).toBe(2)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test('a submission that took no call is removed, and one that took its call is accepted', async () => {
  const userId = await lifecycle.account('free')
  const [without, withCall] = [lifecycle.draft(userId), lifecycle.draft(userId)]
  await lifecycle.deps.jobs.insert(without)
  await lifecycle.deps.jobs.insert(withCall)
  const { period } = await lifecycle.allowance(userId)
  await lifecycle.deps.allowances.takeActive(userId, { id: withCall._id, period }, lifecycle.now())
  await lifecycle.sweep(userId)
  expect(await lifecycle.deps.jobs.read(userId, without._id)).toBeNull()
  expect(await lifecycle.read(userId, withCall._id)).toMatchObject({
    status: 'pending',
    queue: 'active',
    call: { owed: true },
  })
  expect(await lifecycle.violations(userId)).toEqual([])
})
