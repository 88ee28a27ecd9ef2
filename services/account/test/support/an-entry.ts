import { type AuditEntry, auditEntry } from '../../src/domain/audit-entry.ts'

/** An entry for a change whose audit does not matter. */
export const anEntry = (userId: string, at = new Date()): AuditEntry =>
  auditEntry(userId, { action: 'password-changed', actor: 'owner' }, at)
