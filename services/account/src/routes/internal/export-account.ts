import { ExportedAccount } from '@utter/contracts/http/internal/account/export-account'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { apiKeyView } from '../../domain/api-keys/api-key-view.ts'
import { auditRow } from '../../domain/audit-row.ts'
import { loggedRequest } from '../../domain/request-entry.ts'
import { secondFactorView } from '../../domain/second-factor/view.ts'
import { sessionRow } from '../../domain/session-row.ts'
import { userView } from '../../domain/user-view.ts'

const Params = z.object({ userId: z.uuid() })
/** Entries of the audit, and of the log of requests: those of months, for all but an account with sessions without number. */
const maxEntries = 1_000

/** The part of an account's data that is here, as its owner sees it, for the zip of all of it. */
export const exportAccount: Route<Deps> = (
  app,
  { users, apiKeys, credentials, audit, requestLog, jobs, guard, plans, clock },
) =>
  app.get(
    '/internal/accounts/:userId/export',
    { access: guard.internal('jobs'), schema: { params: Params, response: { 200: ExportedAccount } } },
    async ({ params: { userId } }) => {
      const [user, usage] = await Promise.all([users.read(userId), jobs.usage(userId)])
      if (!user) throw notFound('Account not found', 'account_not_found')
      const [keys, sessions, entries, requests] = await Promise.all([
        apiKeys.list(user),
        credentials.sessions(user),
        audit.page(userId, maxEntries),
        requestLog.page(userId, maxEntries),
      ])
      return {
        user: userView(user, plans, usage, clock.now()),
        apiKeys: keys.map((token) => apiKeyView(token, usage)),
        sessions: sessions.map((token) => sessionRow(token)),
        audit: entries.map(auditRow),
        requests: requests.map(loggedRequest),
        secondFactor: secondFactorView(user),
      }
    },
  )
