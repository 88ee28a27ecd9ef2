import type { SweepLeases } from '@utter/storage/sweep-leases'
import { createLog } from '@utter/telemetry/log'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSweeps } from '../../src/deliveries/sweeps.ts'
import { createSealedSecrets } from '../../src/domain/sealed-secrets.ts'
import type { DeliveryStore } from '../../src/store/deliveries.ts'
import type { EndpointStore } from '../../src/store/endpoints.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Leases as they are in the database, for replicas of one process. */
function leasesInMemory(): SweepLeases {
  const held = new Map<string, { owner: string; until: Date }>()
  return {
    async hold(sweep, owner, now, until) {
      const present = held.get(sweep)
      if (present && present.owner !== owner && present.until > now) return false
      held.set(sweep, { owner, until })
      return true
    },
  }
}

test('of four replicas one sweeps, and another one when it has died', async () => {
  const leases = leasesInMemory()
  const calls = [0, 1, 2, 3].map(() => ({ pending: 0, removed: 0, renewed: 0 }))
  const replicas = calls.map((count) =>
    startSweeps({
      deliveries: {
        pendingAfter: async () => {
          count.pending++
          return null
        },
        removeBefore: async () => {
          count.removed++
          return 0
        },
        receivers: { read: async () => [] },
      } as unknown as DeliveryStore,
      endpoints: {
        withSecretsOutside: async () => {
          count.renewed++
          return []
        },
      } as unknown as EndpointStore,
      sealed: createSealedSecrets(['a key of the test, with 32 characters']),
      leases,
      clock: { now: () => new Date() },
      log: createLog('notifier', 'silent'),
    }),
  )
  const sweeping = (kind: keyof (typeof calls)[number]) => calls.filter((count) => count[kind] > 0).length
  await vi.advanceTimersByTimeAsync(4 * 3_600_000)
  expect([sweeping('pending'), sweeping('removed'), sweeping('renewed')]).toEqual([1, 1, 1])
  for (const kind of ['pending', 'removed', 'renewed'] as const)
    await replicas[calls.findIndex((count) => count[kind] > 0)]?.[Symbol.asyncDispose]()
  await vi.advanceTimersByTimeAsync(4 * 3_600_000)
  expect([sweeping('pending'), sweeping('removed'), sweeping('renewed')]).toEqual([2, 2, 2])
  for (const replica of replicas) await replica[Symbol.asyncDispose]()
})
