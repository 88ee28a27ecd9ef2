import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { register } from 'prom-client'
import { describe, expect, test } from 'vitest'
import type { LifecycleDeps } from '../../src/deps.ts'
import { recount } from '../../src/lifecycle/repair/recount.ts'
import { startSweeps } from '../../src/lifecycle/repair/start-sweeps.ts'
import { complete, completeAll } from '../support/ends.ts'
import { openLifecycle } from '../support/open-lifecycle.ts'
import { states } from '../support/states.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-sweepers'))

const collection = (name: 'allowances' | 'jobs') => lifecycle.mongo.connection.collection<{ _id: string }>(name)
const minute = 60_000
/** A replica that sweeps without long pauses. */
const leases = await openSweepLeases(lifecycle.mongo.connection)
const sweeping = (deps: LifecycleDeps) => startSweeps(deps, leases, 20)

/** A store that calls `act` before each of its queries, with the name and the arguments. */
function besides<Store extends object>(store: Store, act: (name: string, args: unknown[]) => unknown): Store {
  return new Proxy(store, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        await act(String(name), args)
        return method.apply(target, args)
      }
    },
  })
}

/** A replica whose questions about one of these accounts all fail. */
async function failingAt(...userIds: string[]): Promise<LifecycleDeps> {
  const act = (_name: string, args: unknown[]) => {
    const about = args.map(
      (one) => (one as { userId?: string; _id?: string } | null)?.userId ?? (one as { _id?: string })?._id ?? one,
    )
    if (about.some((one) => userIds.includes(String(one)))) throw new Error('a fault of this account alone')
  }
  const { jobs, allowances, publish } = lifecycle.deps
  return lifecycle.depsOf({ jobs: besides(jobs, act), allowances: besides(allowances, act), publish })
}

/** An account whose second job is in `active` and still waiting by its own document: only a reconcile mends it. */
async function leftBehind(
  reconcileAt = new Date(lifecycle.now().getTime() - minute),
): Promise<{ userId: string; jobId: string }> {
  const userId = await lifecycle.account('free')
  const { _id: jobId } = await lifecycle.submit(userId)
  await lifecycle.flushed()
  await collection('jobs').updateOne({ _id: jobId }, { $set: { queue: 'waiting' } })
  await collection('allowances').updateOne({ _id: userId }, { $set: { reconcileAt } })
  return { userId, jobId }
}
const queueOf = async ({ userId, jobId }: { userId: string; jobId: string }) =>
  (await lifecycle.read(userId, jobId)).queue

/** As long as it lives these accounts change all the time, as those of the busiest customers do. */
function keepBusy(userIds: string[]): AsyncDisposable {
  let isOver = false
  const busy = (async () => {
    while (!isOver) {
      await collection('allowances').updateMany({ _id: { $in: userIds } }, { $inc: { rev: 1 } })
      await pause(5)
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await busy
    },
  }
}

describe('the reconcile sweep', () => {
  test('reaches an account behind forty that change all the time', async () => {
    const busy: string[] = []
    for (let i = 0; i < 40; i++) {
      const userId = await lifecycle.account('free')
      busy.push(userId)
      await collection('allowances').updateOne(
        { _id: userId },
        { $set: { backlog: true, reconcileAt: new Date(lifecycle.now().getTime() - 60 * minute) } },
      )
    }
    const victim = await leftBehind()
    await using _busy = keepBusy(busy)
    await using _sweepers = sweeping(lifecycle.deps)
    await expect.poll(() => queueOf(victim)).toBe('active')
    await collection('allowances').deleteMany({ _id: { $in: busy } })
  })

  test('reaches all others when it fails at one account', async () => {
    const broken = await leftBehind(new Date(lifecycle.now().getTime() - 60 * minute))
    const healthy = await Promise.all(Array.from({ length: 5 }, () => leftBehind()))
    await using _sweepers = sweeping(await failingAt(broken.userId))
    await expect.poll(() => Promise.all(healthy.map(queueOf))).toEqual(Array(5).fill('active'))
    expect(await queueOf(broken)).toBe('waiting')
  })

  test('is taken at an account by one replica, and many accounts are looked at', async () => {
    const all = await Promise.all(Array.from({ length: 150 }, () => leftBehind()))
    const looked = new Map<string, number>()
    const replica = async () => {
      const { jobs, allowances, publish } = lifecycle.deps
      const act = (name: string, args: unknown[]) => {
        const about = args[0] as { userId?: string; status?: string; queue?: string } | undefined
        if (name === 'update' && about?.userId && about.queue === 'waiting')
          looked.set(about.userId, (looked.get(about.userId) ?? 0) + 1)
      }
      return sweeping(await lifecycle.depsOf({ jobs: besides(jobs, act), allowances, publish }))
    }
    await using _one = await replica()
    await using _two = await replica()
    await using _three = await replica()
    await expect
      .poll(async () => (await Promise.all(all.map(queueOf))).filter((queue) => queue === 'active').length)
      .toBe(all.length)
    const acts = all.reduce((sum, { userId }) => sum + (looked.get(userId) ?? 0), 0)
    expect(acts).toBeLessThan(all.length * 1.05)
  })

  test('leaves an account alone whose jobs are all where they belong', async () => {
    const userId = await lifecycle.account('free')
    await lifecycle.submit(userId)
    await lifecycle.submit(userId)
    await lifecycle.submit(userId)
    const reconcileAt = async () =>
      ((await collection('allowances').findOne({ _id: userId })) as { reconcileAt?: Date } | null)?.reconcileAt
    expect(await reconcileAt()).toBeDefined()
    await using _sweepers = sweeping(lifecycle.deps)
    await expect
      .poll(async () => {
        lifecycle.passMs(20_000)
        return reconcileAt()
      })
      .toBeUndefined()
    await completeAll(lifecycle, userId)
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })
})

describe('ends by ten minutes and by the hour', () => {
  test('are removed once they are no longer shown, those of older versions too, and only the totals read them', async () => {
    const userId = await lifecycle.account('free')
    const presentHour = Math.floor(lifecycle.now().getTime() / (60 * minute))
    const old = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [`b${2_000_000 + i}`, `h${presentHour - i}`]).flatMap((keys) =>
        keys.map((key) => [key, { completed: 1, failed: 0 }]),
      ),
    )
    await collection('allowances').updateOne({ _id: userId }, { $set: { recent: old } })
    for (let i = 0; i < 40; i++) {
      await lifecycle.submit(userId)
      await completeAll(lifecycle, userId)
      await lifecycle.flushed()
      lifecycle.passMs(10 * minute)
    }
    await lifecycle.submit(userId)
    await using _sweepers = sweeping(lifecycle.deps)
    const counts = async () => {
      const { recent } = (await collection('allowances').findOne({ _id: userId })) as unknown as { recent: object }
      const count = (prefix: string) => Object.keys(recent).filter((key) => key.startsWith(prefix)).length
      return { isOver: count('b') > 13 || count('h') > 24, isEmpty: count('b') === 0 || count('h') === 0 }
    }
    await expect
      .poll(async () => {
        lifecycle.passMs(10_000)
        return counts()
      })
      .toEqual({ isOver: false, isEmpty: false })
    expect(await lifecycle.deps.allowances.read(userId)).not.toHaveProperty('recent')
  })
})

describe('the settle sweep', () => {
  test('is one replica’s, and another’s once that has gone', async () => {
    const unsettled = async (count: number) => {
      const userId = await lifecycle.account('enterprise')
      await lifecycle.submitMany(userId, count)
      await completeAll(lifecycle, userId)
      await lifecycle.flushed()
      await collection('jobs').updateMany({ userId }, { $set: { unsettled: true } })
      lifecycle.passMs(minute)
      return () => collection('jobs').countDocuments({ userId, unsettled: true })
    }
    const marked = [0, 0]
    const replica = async (index: number) => {
      const { jobs, allowances, publish } = lifecycle.deps
      const counted = besides(jobs, (name) => {
        if (name === 'markSettled') marked[index] = (marked[index] ?? 0) + 1
      })
      return sweeping(await lifecycle.depsOf({ jobs: counted, allowances, publish }))
    }
    const left = await unsettled(60)
    const [one, other] = await Promise.all([replica(0), replica(1)])
    await using _other = other
    await expect.poll(left).toBe(0)
    const [first, second] = marked[0] === 0 ? [other, one] : [one, other]
    expect(marked.toSorted((a, b) => a - b)).toEqual([0, 60])
    await first[Symbol.asyncDispose]()
    const leftThen = await unsettled(5)
    await expect.poll(leftThen).toBe(0)
    expect(marked.toSorted((a, b) => a - b)).toEqual([5, 60])
    await second[Symbol.asyncDispose]()
  })
})

describe('the recount', () => {
  const askFor = (userId: string, before = minute) =>
    collection('allowances').updateOne(
      { _id: userId },
      { $set: { used: 5, recountAt: new Date(lifecycle.now().getTime() - before) } },
    )
  const usedOf = async (userId: string) => (await lifecycle.allowance(userId)).used

  test('reaches all others when it fails at one account', async () => {
    const [broken, healthy] = [await lifecycle.account('free'), await lifecycle.account('free')]
    await askFor(broken, 60 * minute)
    await askFor(healthy)
    await using _sweepers = sweeping(await failingAt(broken))
    await expect.poll(() => usedOf(healthy)).toBe(0)
    expect(await usedOf(broken)).toBe(5)
  })

  test('of an account that changes all the time is tried by one replica, and not again at once', async () => {
    const userId = await lifecycle.account('free')
    await askFor(userId)
    let counts = 0
    const { jobs, allowances, publish } = lifecycle.deps
    const slow = besides(jobs, async (name) => {
      if (name !== 'countOwed') return
      counts++
      await pause(50)
    })
    const turns: number[] = []
    const replica = async (index: number) => {
      const counted = besides(allowances, (name) => {
        if (name === 'leaseDueForRecount' && counts > 0) turns[index] = (turns[index] ?? 0) + 1
      })
      return sweeping(await lifecycle.depsOf({ jobs: slow, allowances: counted, publish }))
    }
    await using _busy = keepBusy([userId])
    await using _one = await replica(0)
    await using _two = await replica(1)
    await expect.poll(() => [turns[0] ?? 0, turns[1] ?? 0].every((count) => count > 5)).toBe(true)
    expect(counts).toBeLessThanOrEqual(5)
  })

  test('counts and closes the earlier segments of an account that changes all the time, and is due again a day later', async () => {
    const userId = await lifecycle.account('starter')
    const failed = await lifecycle.submit(userId)
    const done = await lifecycle.submit(userId)
    const { period, periodEnd } = await lifecycle.allowance(userId)
    lifecycle.passMs(minute)
    const segment = lifecycle.now().toISOString()
    const month = { start: period.toISOString(), end: periodEnd.toISOString() }
    await states(lifecycle).billing(userId, 1, { tier: 'pro', ...month, segment })
    const { jobs, allowances, publish } = lifecycle.deps
    const slow = besides(jobs, (name) => (name === 'countOwed' ? pause(50) : undefined))
    await using _busy = keepBusy([userId])
    await using _sweepers = sweeping(await lifecycle.depsOf({ jobs: slow, allowances, publish }))
    await complete(lifecycle, userId, done._id)
    const report = {
      jobId: failed._id,
      attempt: 1,
      stage: 'speech' as const,
      code: 'vendor_failed',
      error: 'It failed',
    }
    await lifecycle.handle(StepFailed, userId, report)
    await expect
      .poll(async () => {
        lifecycle.passMs(1_000)
        return (await lifecycle.allowance(userId)).past
      })
      .toMatchObject([{ used: 1, isClosed: true }])
    expect((await lifecycle.allowance(userId)).carriedCalls).toBe(1)
    const hoursLeft = async () => {
      const { recountAt = new Date(0) } = await lifecycle.allowance(userId)
      return (recountAt.getTime() - lifecycle.now().getTime()) / (60 * minute)
    }
    await expect.poll(hoursLeft).toBeGreaterThan(20)
  })

  test('reports a figure that it corrects, and none that is right', async () => {
    const userId = await lifecycle.account('free')
    await lifecycle.submit(userId)
    const differencesIn = async (act: () => Promise<unknown>) => {
      const count = async () => {
        const text = await register.getSingleMetricAsString('job_call_differences_total')
        return Number(/^job_call_differences_total (\d+)$/m.exec(text)?.[1])
      }
      const before = await count()
      await act()
      return (await count()) - before
    }
    expect(await differencesIn(() => recount(lifecycle.deps, userId))).toBe(0)
    await askFor(userId)
    expect(await differencesIn(() => recount(lifecycle.deps, userId))).toBe(1)
    expect(await usedOf(userId)).toBe(1)
    expect(await differencesIn(() => recount(lifecycle.deps, userId))).toBe(0)
  })

  test('comes a day after the first call, for one account as for all', async () => {
    const userId = await lifecycle.account('free')
    await lifecycle.submit(userId)
    await completeAll(lifecycle, userId)
    await lifecycle.sweep(userId)
    await collection('allowances').updateOne({ _id: userId }, { $set: { used: 7 } })
    await using _sweepers = sweeping(lifecycle.deps)
    lifecycle.passMs(25 * 60 * minute)
    await expect.poll(() => usedOf(userId)).toBe(1)
    // The day is over, too, so its usage is summed.
    await expect.poll(() => lifecycle.violationsAtRest(userId)).toEqual([])
  })
})

describe('an overdue step', () => {
  test('is handled though another one fails each time, and once by three replicas', async () => {
    const broken = await lifecycle.account('free')
    const jobs: { userId: string; jobId: string }[] = []
    jobs.push({ userId: broken, jobId: (await lifecycle.submit(broken))._id })
    for (let i = 0; i < 120; i++) {
      const userId = await lifecycle.account('free')
      jobs.push({ userId, jobId: (await lifecycle.submit(userId))._id })
    }
    await lifecycle.flushed()
    lifecycle.passMs(31 * minute)
    const failing = await failingAt(broken)
    await using _one = sweeping(failing)
    await using _two = sweeping(failing)
    await using _three = sweeping(failing)
    const versions = () =>
      Promise.all(jobs.slice(1).map(async ({ userId, jobId }) => (await lifecycle.read(userId, jobId)).version))
    await expect.poll(versions).toEqual(Array(120).fill(2))
    const [first] = jobs
    expect((await lifecycle.read(broken, first?.jobId ?? randomUUID())).version).toBe(1)
  })
})
