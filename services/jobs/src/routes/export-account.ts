import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { exportOperation } from '../operations/export.ts'
import { exportZip } from '../views/export-zip.ts'

/** Longest pause of a client that reads nothing, in ms. */
const stallMs = 30_000
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
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      reply.raw.setTimeout(stallMs, () => reply.raw.destroy())
      const day = deps.clock.now().toISOString().slice(0, 10)
      reply.header('content-disposition', `attachment; filename="utter-${day}.zip"`).type('application/zip')
      return reply.send(exportZip(deps, account, gone.signal))
    },
  )
}
