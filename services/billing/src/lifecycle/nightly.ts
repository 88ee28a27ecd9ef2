import { repeatEvery } from '@utter/runtime/repeat-every'
import type { StripeDeps } from '../deps.ts'
import type { Chores } from '../store/chores.ts'
import { reconcileAll } from './reconcile.ts'

const lookEveryMs = 60_000
const dayMs = 24 * 3_600_000
/** 03:00 in UTC, when few jobs run. */
const nightMs = 3 * 3_600_000

/** The reconciliation of every night, by one of the replicas. */
export function startNightly(deps: StripeDeps & { chores: Chores }): AsyncDisposable {
  return repeatEvery(lookEveryMs, 'reconciliation', deps.log, () => sweepNightly(deps))
}

export async function sweepNightly(deps: StripeDeps & { chores: Chores }): Promise<void> {
  const { chores, clock, log } = deps
  await chores.plan('reconcile', nextNight(clock.now()))
  const { leased } = await chores.lease(clock.now())
  for (const chore of leased) {
    const { accounts, differences } = await reconcileAll(deps)
    log.info({ accounts, differences: differences.length }, 'ledger and invoices were compared')
    await chores.done(chore, nextNight(clock.now()))
  }
}

export function nextNight(now: Date): Date {
  const night = Math.floor(now.getTime() / dayMs) * dayMs + nightMs
  return new Date(night > now.getTime() ? night : night + dayMs)
}
