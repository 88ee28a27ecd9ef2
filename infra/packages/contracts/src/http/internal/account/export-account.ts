import * as z from 'zod/mini'
import { ApiKeyViews } from '../../account/api-keys.ts'
import { AuditRows } from '../../account/audit.ts'
import { LoggedRequests } from '../../account/requests.ts'
import { SecondFactorView } from '../../account/second-factor.ts'
import { SessionRows } from '../../account/sessions.ts'
import { UserView } from '../../account/user-view.ts'

/** `GET /internal/accounts/{userId}/export`, jobs to account: what account has of its owner, as the owner sees it. */
export const ExportedAccount = z.object({
  user: UserView,
  apiKeys: ApiKeyViews,
  sessions: SessionRows,
  /** The newest entries. */
  audit: AuditRows,
  /** The newest entries; a version before has none. */
  requests: z.optional(LoggedRequests),
  /** Absent: account is of an earlier version. */
  secondFactor: z.optional(SecondFactorView),
})
export type ExportedAccount = z.infer<typeof ExportedAccount>
