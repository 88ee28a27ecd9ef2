import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { unshareJob } from '../../lifecycle/share-job.ts'
import { sharingOperations } from '../../operations/sharing.ts'

/** `DELETE /api/jobs/:id/share`: its link opens nothing any more. */
export const unshareJobRoute: Route<Deps> = (app, deps) =>
  app.delete(
    '/api/jobs/:id/share',
    {
      access: deps.guard.required('jobs:write'),
      schema: { operation: sharingOperations.unshare, params: z.object({ id: z.string() }) },
    },
    async (request, reply) => {
      await unshareJob(deps, identityOf(request).userId, request.params.id)
      return reply.code(204).send()
    },
  )
