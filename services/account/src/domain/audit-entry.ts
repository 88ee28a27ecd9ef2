import type { AuditAction, AuditActor, KeyField } from '@utter/contracts/http/account/audit'
import type { Notice } from '@utter/contracts/http/notices/notice'
import { v7 as timeOrderedUuid } from 'uuid'

/**
 * A line of an account's audit. Its id is made with it: recording it twice changes nothing. Ids of one process are
 * in the order of its acts, those of the same millisecond too.
 */
export type AuditEntry = {
  _id: string
  userId: string
  at: Date
  actor: AuditActor
  address?: string
  action: AuditAction
  target?: string
  /** The values of a key that were changed. */
  changed?: KeyField[]
  /** Notices of it to the owner; only while the account's document has the entry, which is until they are published. */
  told?: Told[]
  /** Present in failed log-ins alone, which are counted by network and hour. */
  count?: number
  lastAt?: Date
}

/** A notice. `to`: the one address that its mail may go to; absent: the account's, when it is sent. */
export type Told = { to?: string; notice: Notice }

/** The person who does something, and from where. */
export type AuditSource = { actor: AuditActor; address?: string | undefined }
type Given = AuditSource & { action: AuditAction; target?: string | undefined } & Pick<AuditEntry, 'changed' | 'told'>

export const auditEntry = (
  userId: string,
  { action, actor, address, target, changed = [], told }: Given,
  at: Date,
): AuditEntry => ({
  _id: timeOrderedUuid(),
  userId,
  at,
  actor,
  ...(address && { address }),
  action,
  ...(target && { target }),
  ...(changed.length > 0 && { changed }),
  ...(told && { told }),
})
