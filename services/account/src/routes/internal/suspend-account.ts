import { AccountByEmail } from '@utter/contracts/http/internal/account/account-by-email'
import { FoundAccount } from '@utter/contracts/http/internal/account/find-account'
import { SuspendAccount } from '@utter/contracts/http/internal/account/suspend-account'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { accountRow } from '../../domain/account-row.ts'
import { auditEntry } from '../../domain/audit-entry.ts'
import type { User } from '../../domain/user.ts'
import { userByEmail } from '../../requests/user-by-email.ts'

const path = '/internal/suspensions'

/** Suspends an account, and resumes it, for the operator: its sessions and keys know it from the next request on. */
export const suspendAccount: Route<Deps> = (app, { users, credentials, relay, guard, clock }) => {
  const access = guard.internal('operator')
  const response = { 200: FoundAccount }

  /** Both are said again without harm: what is so already stays as it is. */
  async function changed(before: User, after: User | null) {
    const user = after ?? before
    if (after) relay.soon(after)
    await credentials.refresh(user)
    return accountRow(user)
  }

  app.put(path, { access, schema: { body: SuspendAccount, response } }, async ({ body: { email, reason } }) => {
    const user = await userByEmail(users, email)
    const entry = auditEntry(user._id, { action: 'account-suspended', actor: 'operator', target: reason }, clock.now())
    return changed(user, await users.suspend(user._id, reason, entry))
  })
  app.delete(path, { access, schema: { querystring: AccountByEmail, response } }, async ({ query: { email } }) => {
    const user = await userByEmail(users, email)
    const entry = auditEntry(user._id, { action: 'account-resumed', actor: 'operator' }, clock.now())
    return changed(user, await users.resume(user._id, entry))
  })
}
