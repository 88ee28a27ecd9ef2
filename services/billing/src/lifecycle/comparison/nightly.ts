import { differenceKinds } from '@utter/contracts/http/internal/billing/reconcile-billing'
import type { ReconciliationOfAll } from '@utter/contracts/http/internal/billing/reconciliation'
import { repeatEvery } from '@utter/runtime/repeat-every'
import { Gauge } from 'prom-client'
import type { StripeDeps } from '../../deps.ts'
import { countOf, emptyComparison } from '../../domain/comparison.ts'
import { nextNight } from '../../domain/next-night.ts'
import { type Chore, presentRun } from '../../store/chores.ts'
import { reconcileAll } from './reconcile-all.ts'

/** The operator waits for a comparison that was asked for. */
const lookEveryMs = 5_000
/** The chore that is the comparison of all accounts. */
export const reconciliation = 'reconcile'

const differencesGauge = new Gauge({
  name: 'billing_differences',
  help: 'Differences between the ledger and the invoice items at Stripe, found by the last comparison of all accounts',
  labelNames: ['kind'],
})
const comparedGauge = new Gauge({
  name: 'billing_compared_timestamp_seconds',
  help: 'When the last comparison of all accounts has ended, in seconds since 1970; before the first, when it was planned',
})

/** The reconciliation of every night, by one of the replicas. A process that stops leaves it to another. */
export function startNightly(deps: StripeDeps): AsyncDisposable {
  const stopping = new AbortController()
  const loop = repeatEvery(lookEveryMs, 'reconciliation', deps.log, () => sweepNightly(deps, stopping.signal))
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await loop[Symbol.asyncDispose]()
    },
  }
}

export async function sweepNightly(deps: StripeDeps, signal = new AbortController().signal): Promise<void> {
  const { chores, clock, log } = deps
  const now = clock.now()
  show(await chores.plan(reconciliation, now, nextNight(now)))
  const held = await chores.take(reconciliation, now)
  if (!held) return
  const run = await reconcileAll(deps, held, signal)
  for (const difference of run.differences) log.warn(difference, 'ledger and invoices differ')
  const { accounts, startedAt } = run
  log.info({ accounts, differences: countOf(run), startedAt }, 'ledger and invoices were compared')
  show(await chores.plan(reconciliation, now, nextNight(now)))
}

/** Every replica shows the same, also after a restart: what is stored. */
function show({ last, since }: Chore): void {
  if (last) for (const kind of differenceKinds) differencesGauge.set({ kind }, last.counts[kind] ?? 0)
  const compared = last?.endedAt ?? since
  if (compared) comparedGauge.set(compared.getTime() / 1_000)
}

/** Makes the comparison due now. */
export async function startReconciling({ chores, clock }: Pick<StripeDeps, 'chores' | 'clock'>): Promise<void> {
  const now = clock.now()
  await chores.plan(reconciliation, now, nextNight(now))
  await chores.start(reconciliation, now)
}

export async function lastReconciliation({ chores }: Pick<StripeDeps, 'chores'>): Promise<ReconciliationOfAll> {
  const chore = await chores.read(reconciliation)
  const [last, run] = [chore?.last, chore && presentRun(chore)]
  const { accounts, differences, counts } = last ?? emptyComparison()
  return {
    ...{ accounts, differences, found: countOf({ counts }) },
    ...(last && { endedAt: last.endedAt.toISOString() }),
    ...(run && { compared: run.accounts }),
  }
}
