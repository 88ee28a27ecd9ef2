import type { QueryFilter, UpdateQuery } from 'mongoose'
import type { AuditEntry } from '../domain/audit-entry.ts'
import type { User } from '../domain/user.ts'

/** Guarded update of an account, with its entry of the audit. Null: the filter matched none. */
export type GuardedUpdate = (
  filter: QueryFilter<User>,
  change: UpdateQuery<User>,
  now: Date,
  entry?: AuditEntry,
) => Promise<User | null>
