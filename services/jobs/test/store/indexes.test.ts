import { randomUUID } from 'node:crypto'
import { TtsRequest } from '@utter/contracts/http/jobs/job-request'
import { monthOf } from '@utter/contracts/period'
import { planOf, standardPlans } from '@utter/contracts/plans'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { type Asking, expectServed } from '@utter/testing/indexes/expect-served'
import { openWatched } from '@utter/testing/indexes/unserved-questions'
import { test } from 'vitest'
import { newAllowance } from '../../src/domain/allowance/allowance.ts'
import type { ShownJob } from '../../src/domain/job/job.ts'
import { newJob } from '../../src/domain/job/new-job.ts'
import { type AllowanceStore, openAllowances } from '../../src/store/allowances.ts'
import type { PageFilter } from '../../src/store/jobs/pages.ts'
import { type JobStore, openJobs } from '../../src/store/jobs.ts'
import { openPronunciations, type PronunciationStore } from '../../src/store/pronunciations.ts'
import { openUsage, type UsageStore } from '../../src/store/usage.ts'

const watched = await closedAfterAll(openWatched('jobs'))

const now = new Date('2026-03-20T12:00:00Z')
/** Each of a list's filters set or not, in every combination. */
const filters = [
  { status: 'failed' as const },
  { text: 'a' },
  { code: 'a' },
  { tag: 'a' },
  { voice: 'a' },
  { from: now },
  { to: now },
].reduce<PageFilter[]>((all, one) => all.concat(all.map((other) => ({ ...other, ...one }))), [{}])
const userId = randomUUID()
const request = TtsRequest.parse({ userText: 'Hello', requestId: 'r', voiceId: 'v' })

test('every question about jobs is served by an index', async () => {
  const jobs = await openJobs(watched.connection)
  const job = {
    ...newJob('tts', userId, request, randomUUID(), now),
    unpublishedSince: now,
    share: { hash: 'a', since: now, text: true },
    call: { period: now, owed: true },
  }
  const shown = job as ShownJob
  const asking: Asking<JobStore> = {
    insert: () => jobs.insert(job),
    insertAll: () => jobs.insertAll([job]),
    read: () => jobs.read(userId, job._id),
    readAll: () => jobs.readAll(userId, ['a', 'b']),
    updateSubmitting: () => jobs.updateSubmitting([{ _id: job._id, userId, update: { $set: { progress: 1 } } }]),
    ofBatch: () => jobs.ofBatch(userId, 'a'),
    batchesPage: async () => {
      for (const before of [undefined, { at: now, id: 'a' }]) await jobs.batchesPage(userId, 2, before)
    },
    byRequests: () => jobs.byRequests(userId, ['r', 's']),
    countAccepted: () => jobs.countAccepted(userId, ['r', 's']),
    spokenSince: () => jobs.spokenSince(userId, 'a', now),
    byShare: () => jobs.byShare('a'),
    byRequest: () => jobs.byRequest(userId, 'r'),
    update: () => jobs.update({ _id: job._id, userId, version: 1, queue: 'active' }, { $set: { progress: 1 } }),
    removeSubmitting: () => jobs.removeSubmitting(userId, ['none']),
    firstOf: () => jobs.firstOf(userId, 10),
    removeEnded: () => jobs.removeEnded([shown]),
    firstWaiting: () => jobs.firstWaiting(userId, ['a'], 3),
    states: () => jobs.states(userId, ['a', 'b']),
    ended: () => jobs.ended(userId),
    unsettledNeverActive: () => jobs.unsettledNeverActive(userId),
    waitingBeforeEach: () => jobs.waitingBeforeEach(userId, [{ ...job, queue: 'waiting', batch: 1 }]),
    waitingBefore: () => jobs.waitingBefore(job),
    waitingBeforeAll: () =>
      jobs.waitingBeforeAll(userId, [job, { ...job, _id: 'b', batch: 1, createdAt: new Date(now.getTime() + 1) }]),
    usageBetween: () => jobs.usageBetween(userId, now, now),
    firstEnded: () => jobs.firstEnded(userId, now, now),
    hasOpen: () => jobs.hasOpen(userId, now),
    countOwed: () => jobs.countOwed(userId, now),
    countWebhook: () =>
      jobs.countWebhook(userId, 'j', { attempts: 1, delivered: true, firstAttemptAt: now.toISOString() }),
    countOwnFaults: () => jobs.countOwnFaults(userId, now, 5),
    countByStatus: () => jobs.countByStatus(userId, 'pending'),
    page: async () => {
      const last = { at: now, id: 'a' }
      for (const filter of filters)
        for (const before of [undefined, last])
          for (const until of [undefined, last]) await jobs.page(userId, filter, 10, before, until)
    },
    wholePage: async () => {
      for (const before of [undefined, { at: now, id: 'a' }]) await jobs.wholePage(userId, 10, before)
    },
    lastOfFirst: async () => {
      const last = { at: now, id: 'a' }
      for (const filter of filters)
        for (const before of [undefined, last]) await jobs.lastOfFirst(userId, filter, 10, before)
    },
    versions: () =>
      jobs.versions(
        [
          { userId, ids: ['a'] },
          { userId, ids: [], since: now },
        ],
        10,
      ),
    underWay: () => jobs.underWay([{ userId, id: 'a' }]),
    changedSince: () => jobs.changedSince(userId, now, 10),
    byId: () => jobs.byId('a'),
    outbox: async () => {
      const { leased } = await jobs.outbox.lease(now, 10)
      await jobs.outbox.markPublished([...leased, job])
    },
    countUnpublished: () => jobs.countUnpublished(10),
    markSettled: () => jobs.markSettled([shown]),
    unsettled: () => jobs.unsettled(now, 10, ['a']),
    leaseOverdue: () => jobs.leaseOverdue(now, 10, ['a']),
    firstUnbegun: () => jobs.firstUnbegun('fast'),
    begun: () => jobs.begun(now),
    countSections: () => jobs.countSections(userId),
    ofWork: () => jobs.ofWork(userId, 'w'),
    unnamedOfWork: () => jobs.unnamedOfWork(userId, 'w', ['a', 'b']),
    prolong: () => jobs.prolong(shown, 1, now),
    markDeleted: () => jobs.markDeleted(shown, 'completed', now, now),
    holdersOf: () => jobs.holdersOf(userId, 'a'),
    markDeletionPublished: () => jobs.markDeletionPublished(shown),
    leaseDeletions: () => jobs.leaseDeletions(now, now, 10, ['a']),
    leaseExpired: () => jobs.leaseExpired(now, 10, ['a']),
    leaseForgettable: () => jobs.leaseForgettable(now, 10, ['a']),
    forgetLater: () => jobs.forgetLater(shown, now),
    forget: () => jobs.forget(shown),
    submittingSince: () => jobs.submittingSince(now, 10, ['a']),
  }
  await expectServed(watched, jobs, asking, {
    ended: 'an account of a few hundred jobs, not in production',
    unsettledNeverActive: 'settled within seconds of their end',
  })
})

test('every question about allowances is served by an index', async () => {
  const allowances = await openAllowances(watched.connection)
  const allowance = newAllowance(userId, planOf(standardPlans, 'free'), now, monthOf(now, now))
  const member = { id: 'a', period: now }
  const limits = { planCalls: 9, carriedCalls: 0, bonusEarned: 0, bonusSpent: 0, overageCalls: 0 }
  const asking: Asking<AllowanceStore> = {
    create: () => allowances.create({ ...allowance, recountAt: now, reconcileAt: now, sumAt: now }),
    change: () => allowances.change({ _id: userId, rev: 1 }, { $set: { used: 0 } }),
    read: () => allowances.read(userId),
    totals: () => allowances.totals(userId),
    setSuspended: () => allowances.setSuspended('none', true),
    isSuspended: () => allowances.isSuspended(userId),
    close: () => allowances.close('none', now),
    bury: () => allowances.bury('none', now),
    takeActive: () => allowances.takeActive(userId, member, now, { unverifiedLimit: 10 }),
    takeReserved: () => allowances.takeReserved(userId, [member], now),
    roll: () => allowances.roll(allowance, { period: now, periodEnd: now, used: 0 }, now),
    changeLimits: () => allowances.changeLimits(allowance, { bonusEarned: 1, callLimit: 101 }),
    remove: () => allowances.remove(userId, member, { refund: 1, count: { 'totals.failed': 1 } }, now),
    removeGone: () => allowances.removeGone(userId, member, now),
    refund: () => allowances.refund(allowance, member, { refund: 1, count: { 'totals.failed': 1 } }, now),
    clearRefunded: () => allowances.clearRefunded(allowance, ['a']),
    pullReserved: () => allowances.pullReserved(userId, ['a']),
    activate: () => allowances.activate(allowance, [member], now),
    clearBacklog: () => allowances.clearBacklog(userId, 1),
    setCounted: () => allowances.setCounted(userId, 1, { used: 0 }),
    setCountedPast: () => allowances.setCountedPast(allowance, { ...limits, past: [], callLimit: 9 }, { key: -1 }),
    putOffRecount: () => allowances.putOffRecount(allowance, now),
    requestReconcile: () => allowances.requestReconcile(userId, now),
    reconciled: () => allowances.reconciled(userId, 1),
    leaseDueForReconcile: () => allowances.leaseDueForReconcile(new Date(now.getTime() + 60_000), 10, ['a']),
    leaseDueForSum: () => allowances.leaseDueForSum(now, 10, ['a']),
    sumState: () => allowances.sumState(userId),
    beginSum: () => allowances.beginSum({ _id: userId }, now, now),
    endSum: () => allowances.endSum({ _id: userId }),
    leaseDueForRecount: () => allowances.leaseDueForRecount(now, 10, ['a']),
  }
  await expectServed(watched, allowances, asking)
})

test('every question about usage is served by an index', async () => {
  const usage = await openUsage(watched.connection)
  const asking: Asking<UsageStore> = {
    set: () => usage.set(userId, { day: now, rows: [] }, 1),
    removeOf: () => usage.removeOf('none'),
    between: () => usage.between(userId, now, now),
  }
  await expectServed(watched, usage, asking)
})

test('every question about pronunciations is served by an index', async () => {
  const pronunciations = await openPronunciations(watched.connection)
  const asking: Asking<PronunciationStore> = {
    entriesOf: () => pronunciations.entriesOf(userId),
    replace: () => pronunciations.replace(userId, [], now),
    removeOf: () => pronunciations.removeOf(userId),
  }
  await expectServed(watched, pronunciations, asking)
})
