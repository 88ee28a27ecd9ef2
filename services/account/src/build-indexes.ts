import { buildIndexes } from '@utter/storage/build-indexes'
import { openAuditEntries } from './store/audit-entries.ts'
import { openIncidents } from './store/incidents.ts'
import { openDeletedMailboxes } from './store/mailboxes.ts'
import { openRequestEntries } from './store/request-entries.ts'
import { openTokens } from './store/tokens.ts'
import { openUsers } from './store/users.ts'

await buildIndexes('account', [
  openUsers,
  openTokens,
  openAuditEntries,
  openDeletedMailboxes,
  openRequestEntries,
  openIncidents,
])
