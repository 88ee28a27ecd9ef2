import type { Cursor } from '@utter/http/pages'
import type { Clock } from '@utter/runtime/clock'
import type { Log } from '@utter/telemetry/log'
import type { AuditEntry } from '../domain/audit-entry.ts'
import type { User } from '../domain/user.ts'
import type { AuditEntries } from '../store/audit-entries.ts'
import type { UserStore } from '../store/users.ts'

const keptMs = 180 * 24 * 3_600_000

export type Audit = ReturnType<typeof createAudit>

/**
 * The audit of accounts. A change of an account's document carries its entry with it (`unrecorded`), so that neither is
 * without the other; it is moved to its own collection once it is published, and copied there when the audit is read before that. An action that
 * changes no account is recorded before it is done.
 */
export function createAudit({
  entries,
  users,
  clock,
  log,
}: {
  entries: AuditEntries
  users: UserStore
  clock: Clock
  log: Log
}) {
  /** Twice, or by two processes at once, does no harm. */
  async function record({ _id, unrecorded = [] }: Pick<User, '_id' | 'unrecorded'>): Promise<void> {
    if (unrecorded.length === 0) return
    await entries.add(unrecorded)
    await users.recorded(
      _id,
      unrecorded.map((entry) => entry._id),
    )
  }
  const inBackground = (work: Promise<void>) =>
    void work.catch((error) => log.warn({ err: error }, 'an audit entry was not recorded'))

  return {
    add: (entry: AuditEntry): Promise<void> => entries.add([entry]),
    /** Not awaited, so that the duration of an answer does not show whether there was an account to record it of. */
    countFailureSoon: (entry: AuditEntry, network: string): void => inBackground(entries.countFailure(entry, network)),
    record,
    async page(userId: string, limit: number, before?: Cursor, withFailures = true): Promise<AuditEntry[]> {
      const user = await users.read(userId)
      if (user) await record(user)
      return entries.page(userId, limit, before, withFailures)
    },
    removeOf: (userId: string): Promise<void> => entries.removeOf(userId),
    removeOld: (): Promise<void> => entries.removeBefore(new Date(clock.now().getTime() - keptMs)),
  }
}
