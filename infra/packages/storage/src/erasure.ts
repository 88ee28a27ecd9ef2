import type { Clock } from '@utter/runtime/clock'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import type { DeletedAccounts } from './deleted-accounts.ts'

const sweepEveryMs = 5_000
const batch = 20

export type ErasureOptions = {
  deleted: DeletedAccounts
  /** Removes everything that the service has of an account. Repeated, and run by two replicas at once, it does no harm. */
  erase(userId: string): Promise<void>
  clock: Clock
  log: Log
}
export type Erasure = {
  erase(userId: string): Promise<void>
  /** Whether a message about the account comes too late. */
  isDeleted(userId: string): Promise<boolean>
} & AsyncDisposable

/** Erases deleted accounts: at once, and again until nothing that began before the deletion can have written any more. */
export function openErasure({ deleted, erase, clock, log }: ErasureOptions): Erasure {
  const sweep = repeatEvery(sweepEveryMs, 'deleted accounts', log, () => sweepDeleted({ deleted, erase, clock, log }))
  return {
    /** The account is remembered first: what is written from then on is found by its writer. */
    async erase(userId) {
      await deleted.add(userId, clock.now())
      await erase(userId)
    },
    isDeleted: deleted.has,
    [Symbol.asyncDispose]: () => sweep[Symbol.asyncDispose](),
  }
}

/**
 * Erases the accounts that are due. An account that cannot be erased is leased again later, and does not hold up the
 * others.
 */
export async function sweepDeleted({ deleted, erase, clock, log }: ErasureOptions): Promise<void> {
  for (let more = true; more; ) {
    const { found, leased } = await deleted.lease(clock.now(), batch)
    for (const account of leased) {
      try {
        await erase(account._id)
        await deleted.erased(account, clock.now())
      } catch (error) {
        log.warn({ err: error, userId: account._id }, 'an account is erased later')
      }
    }
    more = found === batch
  }
}
