import type { Difference } from '@utter/contracts/http/internal/billing/reconcile-billing'
import { forEachInFlight } from '@utter/runtime/for-each-in-flight'
import { isTransient } from '@utter/runtime/is-transient'
import type { StripeDeps } from '../../deps.ts'
import { extended } from '../../domain/comparison.ts'
import { nextNight } from '../../domain/next-night.ts'
import type { Subscription } from '../../domain/subscription.ts'
import type { HeldChore, Run } from '../../store/chores.ts'
import { readStretch, type Stretch } from '../../stripe/stretch.ts'
import { compareAccount, reconcile } from './reconcile.ts'

/** Accounts between two steps of the position. */
const pageSize = 100
/** Accounts for which Stripe's lists are read once: 1 kB is kept of each subscription, and 0.7 kB of each item. */
const stretchSize = 20_000
/** Accounts that are compared at once. Stripe answers in 0.2 s or more, and allows 25 reads a second in its test mode, 100 else. */
const inFlight = 4
/** Tries of a page of which no account could be compared, and of lists: Stripe or jobs may be away. */
const maxTries = 3
const pauseMs = 60_000
const renewEveryMs = 60_000

/**
 * Compares every account that has a customer at Stripe, from the run's position on, and plans the next run.
 * @throws when the process stops, another replica has the lease, or Stripe and jobs are away: the position is kept
 */
export async function reconcileAll(deps: StripeDeps, chore: HeldChore, signal: AbortSignal): Promise<Run> {
  const { subscriptions, chores, clock } = deps
  const lease = leaseOf(deps, chore, signal)
  let stretch: Stretch | undefined
  try {
    for (;;) {
      const { run } = lease.chore()
      const accounts = await subscriptions.withCustomer(run.after, pageSize)
      const last = accounts.at(-1)?.stripeCustomerId
      if (last === undefined) {
        await chores.done(lease.chore(), clock.now(), nextNight(clock.now()))
        return run
      }
      if (!stretch || (stretch.last !== undefined && last > stretch.last))
        stretch = await stretchFrom(deps, run, lease.check)
      const found = await comparePage(deps, accounts, stretch, lease.check)
      const isAway = found.filter(({ kind }) => kind === 'not-compared').length === accounts.length
      if (isAway && run.tries < maxTries) throw new Error('no account of a page could be compared')
      await lease.keep({ ...run, ...extended(run, accounts.length, found), after: last, tries: 0 })
    }
  } catch (error) {
    await chores.leave(lease.chore(), new Date(clock.now().getTime() + (signal.aborted ? 0 : pauseMs)))
    throw error
  }
}

/** The lease of a run, renewed while it goes on. */
function leaseOf({ chores, clock }: StripeDeps, chore: HeldChore, signal: AbortSignal) {
  let held = chore
  let keptMs = performance.now()
  async function keep(run: Run): Promise<void> {
    keptMs = performance.now()
    const kept = await chores.keep(held, run, clock.now())
    if (!kept) throw new Error('another replica has the comparison')
    held = kept
  }
  return {
    chore: () => held,
    keep,
    async check(): Promise<void> {
      signal.throwIfAborted()
      if (performance.now() - keptMs > renewEveryMs) await keep(held.run)
    },
  }
}

/**
 * Stripe's lists for the accounts that follow. Where they can't be read, each account is asked about by itself: not at once while Stripe
 * is busy, since that is far more to ask.
 */
async function stretchFrom(deps: StripeDeps, { after, tries }: Run, check: () => Promise<void>): Promise<Stretch> {
  const { subscriptions, payments, log } = deps
  const last = await subscriptions.customerAt(after, stretchSize)
  return readStretch(payments, { after, last }, check).catch(async (error) => {
    await check()
    if (isTransient(error) && tries < maxTries) throw error
    log.warn({ err: error }, "Stripe's lists could not be read")
    return { after, last, viewOf: () => undefined }
  })
}

/** Accounts that the lists leave in doubt, or show as different, are asked about again: the lists are older than they. */
async function comparePage(
  deps: StripeDeps,
  accounts: Subscription[],
  stretch: Stretch,
  check: () => Promise<void>,
): Promise<Difference[]> {
  const doubtful: Subscription[] = []
  await forEachInFlight(accounts, inFlight, async (account) => {
    await check()
    const view = stretch.viewOf(account)
    const isEqual = view !== undefined && (await reconcile(deps, account, view).then(isEmpty, () => false))
    if (!isEqual) doubtful.push(account)
  })
  const found: Difference[] = []
  await forEachInFlight(doubtful, inFlight, async ({ _id }) => {
    await check()
    found.push(...(await compareAccount(deps, _id)))
  })
  return found
}

const isEmpty = (differences: Difference[]) => differences.length === 0
