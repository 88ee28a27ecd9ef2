import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { exportOperation } from '../operations/export.ts'
import { exportZip } from '../views/export-zip.ts'
import { sendZip } from '../views/zip.ts'

/** Exports that one process sends, and one account fetches: each reads all sounds of an account. */
const inFlight = { max: 16, perAccount: 1 }

/** `POST /api/auth/export`: for a fresh session alone. Jobs answers it, since nearly all of the zip is of jobs. */
export const exportAccountRoute: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('exports', inFlight)
  return app.post(
    '/api/auth/export',
    {
      access: deps.guard.fresh,
      config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
      schema: { operation: exportOperation },
    },
    async (request, reply) => {
      const { userId } = identityOf(request)
      limit.take(userId, reply)
      const account = await deps.account.exported(userId)
      const day = deps.clock.now().toISOString().slice(0, 10)
      reply.header('content-disposition', `attachment; filename="utter-${day}.zip"`).type('application/zip')
      return sendZip(reply, (gone) => exportZip(deps, account, gone))
    },
  )
}
