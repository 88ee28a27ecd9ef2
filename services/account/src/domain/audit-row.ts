import type { AuditRow } from '@utter/contracts/http/account/audit'
import type { AuditEntry } from './audit-entry.ts'

/** An entry of the audit as the account's owner sees it. */
export const auditRow = ({
  at,
  actor,
  address,
  action,
  target,
  changed,
  count = 1,
  lastAt = at,
}: AuditEntry): AuditRow => ({
  at: at.toISOString(),
  actor,
  address: address ?? null,
  action,
  target: target ?? null,
  ...(changed && { changed }),
  ...(count > 1 && { count, lastAt: lastAt.toISOString() }),
})
