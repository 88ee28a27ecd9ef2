import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Due } from '@utter/storage/lease-due'
import type { Log } from '@utter/telemetry/log'
import type { StripeDeps } from '../deps.ts'
import { nextCheck, type Subscription } from '../domain/subscription.ts'
import { billInterim } from './bills/bill-interim.ts'
import { billOverage } from './bills/bill-overage.ts'
import { closeAccount } from './bills/close-account.ts'
import { handleEvent } from './handle-event.ts'
import { refresh } from './refresh.ts'

const batch = 20
/** Documents of an older version, of which a deployment finds many. */
const dateBatch = 500
const minPauseMs = 10_000
const maxPauseMs = 600_000

/** Sweeps for work that dead processes left, or no event has reported. Every replica sweeps, and leases its finds. */
export function startSweeps(deps: StripeDeps): AsyncDisposable {
  const { events, formerCustomers, clock, log } = deps
  const all = new AsyncDisposableStack()
  all.use(repeatEvery(1_000, 'stripe events', log, () => sweepEvents(deps)))
  all.use(repeatEvery(2_000, 'checkouts', log, () => sweepWatched(deps)))
  all.use(repeatEvery(30_000, 'subscriptions', log, () => sweepSubscriptions(deps)))
  all.use(repeatEvery(1_000, 'overage', log, () => sweepOverage(deps)))
  all.use(repeatEvery(1_000, 'interim bills', log, () => sweepInterim(deps)))
  all.use(repeatEvery(1_000, 'deleted accounts with a customer', log, () => sweepClosing(deps)))
  all.use(repeatEvery(3_600_000, 'old stripe events', log, () => events.removeOld(clock.now())))
  all.use(repeatEvery(3_600_000, 'former customers', log, () => formerCustomers.removeOld(clock.now())))
  return all
}

/** Events that were stored and not handled. */
export const sweepEvents = (deps: StripeDeps): Promise<void> =>
  sweepDue(
    () => deps.events.leaseUnhandled(deps.clock.now(), batch),
    (event) => handleEvent(deps, event),
    deps.log,
    ({ _id, at }) => deps.events.retry(_id, afterPause(deps.clock.now(), at)),
  )

/** Checks started checkouts and visits of the portal, whose changes are found though their event is lost. */
export const sweepWatched = (deps: StripeDeps): Promise<void> =>
  sweepDue(
    () => deps.subscriptions.leaseWatched(deps.clock.now(), batch),
    (subscription) => lookAgain(deps, subscription),
    deps.log,
  )

async function lookAgain(deps: StripeDeps, before: Subscription): Promise<void> {
  const { subscriptions, clock } = deps
  const { _id, watchSince, watchUntil } = before
  const after = await refresh(deps, _id)
  const now = clock.now()
  const isDone = after !== null && after.version !== before.version
  if (isDone || !watchUntil || now >= watchUntil) return subscriptions.watched(before, undefined)
  const next = afterPause(now, watchSince ?? now)
  await subscriptions.watched(before, next < watchUntil ? next : watchUntil)
}

/** Often at first, then ever more seldom. */
function afterPause(now: Date, since: Date): Date {
  const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, (now.getTime() - since.getTime()) / 10))
  return new Date(now.getTime() + pauseMs)
}

/** Asks Stripe about subscriptions whose period is over, or whose payment is missing: the event of an end may be lost. */
export async function sweepSubscriptions(deps: StripeDeps): Promise<void> {
  const { subscriptions, clock, log } = deps
  await subscriptions.dateChecks(clock.now(), dateBatch)
  await sweepDue(
    () => subscriptions.leaseUnchecked(clock.now(), batch),
    async (before) => {
      const after = await refresh(deps, before._id)
      // A new state has a date of its own.
      if (after) await subscriptions.checked(before, nextCheck(after, clock.now()))
    },
    log,
  )
}

/** Segments that are over. */
export const sweepOverage = (deps: StripeDeps): Promise<void> =>
  sweepDue(
    () => deps.subscriptions.leaseDueForBilling(deps.clock.now(), batch),
    (subscription) => billOverage(deps, subscription),
    deps.log,
    (subscription) => {
      const [now, { billFailedAt: since = deps.clock.now() }] = [deps.clock.now(), subscription]
      return deps.subscriptions.billFailed(subscription, since, afterPause(now, since))
    },
  )

/** Periods whose overage may cost a step. */
export const sweepInterim = (deps: StripeDeps): Promise<void> =>
  sweepDue(
    () => deps.subscriptions.leaseInterim(deps.clock.now(), batch),
    (account) => billInterim(deps, account),
    deps.log,
  )

/** Deleted accounts that owe something, or whose customer is still there. */
export const sweepClosing = (deps: StripeDeps): Promise<void> =>
  sweepDue(
    () => deps.subscriptions.leaseClosing(deps.clock.now(), batch),
    (account) => closeAccount(deps, account),
    deps.log,
  )

/** Handles leased documents one by one. A failed one is leased again later, and holds up no other. @param later when, if not after the lease */
async function sweepDue<One extends { _id: string }>(
  lease: () => Promise<Due<One>>,
  act: (one: One) => Promise<unknown>,
  log: Log,
  later: (one: One) => Promise<void> = async () => {},
): Promise<void> {
  for (let more = true; more; ) {
    const { found, leased } = await lease()
    for (const one of leased)
      await act(one).catch(async (error) => {
        log.warn({ err: error, id: one._id }, 'left to the next sweep')
        await later(one)
      })
    more = found === batch
  }
}
