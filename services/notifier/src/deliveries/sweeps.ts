import { randomUUID } from 'node:crypto'
import { repeatEvery } from '@utter/runtime/repeat-every'
import { shortened } from '@utter/runtime/shortened'
import type { SweepLeases } from '@utter/storage/sweep-leases'
import type { DeliverDeps } from '../deps.ts'
import { removeOld } from './remove-old.ts'
import { renewSecrets } from './renew-secrets.ts'
import { scheduleMissed } from './schedule-missed.ts'

const scheduleEveryMs = shortened(5_000)
const scheduleLeaseMs = 3 * scheduleEveryMs
const removeEveryMs = 3_600_000
/** A rolling restart that brings a key is over before the first turn: a replica without it signs nothing that is sealed by it. */
const renewEveryMs = 3_600_000

/** The sweeps of deliveries and secrets, each by one replica at a time. */
export function startSweeps({
  deliveries,
  endpoints,
  sealed,
  leases,
  clock,
  log,
}: Pick<DeliverDeps, 'deliveries' | 'endpoints' | 'sealed' | 'clock' | 'log'> & {
  leases: SweepLeases
}): AsyncDisposable {
  const owner = randomUUID()
  const hold = (sweep: string, ms: number) =>
    leases.hold(sweep, owner, clock.now(), new Date(clock.now().getTime() + ms))
  let after = ''
  const loops = new AsyncDisposableStack()
  loops.use(
    repeatEvery(scheduleEveryMs, 'missed deliveries', log, async () => {
      const isOurs = await hold('missed deliveries', scheduleLeaseMs)
      after = isOurs ? await scheduleMissed({ deliveries }, after) : ''
    }),
  )
  loops.use(
    repeatEvery(removeEveryMs, 'old deliveries', log, async () => {
      if (await hold('old deliveries', 2 * removeEveryMs)) await removeOld(deliveries, clock.now())
    }),
  )
  loops.use(
    repeatEvery(renewEveryMs, 'secrets of webhooks', log, async () => {
      if (await hold('secrets of webhooks', 2 * renewEveryMs)) await renewSecrets({ endpoints, sealed, clock, log })
    }),
  )
  return loops
}
