import type { Relay } from '@utter/messaging/publish/outbox'
import type { Clock } from '@utter/runtime/clock'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import type { User } from '../domain/user.ts'
import type { UserStore } from '../store/users.ts'
import type { Audit } from './audit.ts'
import type { Credentials } from './credentials.ts'
import type { RequestLog } from './request-log.ts'

const sweepEveryMs = 2_000
const batch = 20
/** A request that was let in before the deletion is over after 70 s, and a publication that hung after some seconds. */
const forgottenAfterMs = 3_600_000

export type EraseDeps = {
  users: UserStore
  credentials: Pick<Credentials, 'closeAll'>
  audit: Pick<Audit, 'removeOf'>
  requestLog: Pick<RequestLog, 'removeOf'>
  relay: Pick<Relay<User>, 'relay'>
  clock: Clock
}

/** Resolves when gateways refuse the account's sessions and keys, and only its document is left. */
export async function eraseAccount(
  { credentials, audit, requestLog }: Omit<EraseDeps, 'relay'>,
  { _id }: User,
): Promise<void> {
  await credentials.closeAll(_id)
  await audit.removeOf(_id)
  // A gateway's last batch may come later: the next erasure, in an hour, finds it.
  await requestLog.removeOf(_id)
}

/**
 * Erases deleted accounts that were left half done, each once more after an hour, and then forgets them: nothing inserts an account but a
 * sign-up, under an id of its own. Before that the deletion is published again, so that an older state whose publication had hung is not the last
 * one of its topic.
 */
export async function sweepDeletedUsers(deps: EraseDeps, log: Log): Promise<void> {
  const { users, relay, clock } = deps
  for (let more = true; more; ) {
    const now = clock.now()
    const { found, leased } = await users.leaseDeleted(now, batch)
    for (const user of leased) {
      try {
        await eraseAccount(deps, user)
        const forgottenAt = new Date((user.deletedAt ?? now).getTime() + forgottenAfterMs)
        if (now < forgottenAt) {
          await users.eraseAgain(user, forgottenAt)
          continue
        }
        await relay.relay([user])
        await users.forget(user._id)
      } catch (error) {
        log.warn({ err: error, userId: user._id }, 'a deleted account is erased later')
      }
    }
    more = found === batch
  }
}

export const startErasing = (deps: EraseDeps, log: Log): AsyncDisposable =>
  repeatEvery(sweepEveryMs, 'deleted accounts', log, () => sweepDeletedUsers(deps, log))
