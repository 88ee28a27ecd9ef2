import { SharedJob } from '@utter/contracts/http/jobs/share'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { jobOfLink } from '../../lifecycle/share-job.ts'
import { sharingOperations } from '../../operations/sharing.ts'
import { aboutShared } from '../../requests/sound/about-shared.ts'
import { linkHeaders } from '../../views/link-headers.ts'
import { sharedViewOf } from '../../views/shared-job.ts'

/** Shared jobs that one process reads at once, and those of one account: the words of the longest text are some 250 KB. */
const inFlight = { max: 64, perAccount: 8 }

/** `GET /api/shared/:secret`: a shared job, for whoever has its link. */
export const getShared: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('shared-jobs', inFlight)
  return app.get(
    '/api/shared/:secret',
    {
      access: deps.guard.anybody,
      schema: {
        operation: sharingOperations.shared,
        params: z.object({ secret: z.string() }),
        response: { 200: SharedJob },
      },
    },
    async (request, reply) => {
      const { secret } = request.params
      reply.headers({ ...linkHeaders, 'cache-control': 'private, no-store' })
      const job = await jobOfLink(deps, secret)
      limit.take(job.userId, reply)
      return sharedViewOf(job, { secret, ...(await aboutShared(deps, job)) })
    },
  )
}
