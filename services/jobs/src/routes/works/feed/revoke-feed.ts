import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../../deps.ts'
import { revokeFeed } from '../../../lifecycle/works/change-feed.ts'
import { workFileOperations } from '../../../operations/work-files.ts'
import { WorkParams } from '../../../requests/works/params.ts'

/** `DELETE /api/works/:id/feed`: its address opens nothing any more. */
export const revokeFeedRoute: Route<Deps> = (app, deps) =>
  app.delete(
    '/api/works/:id/feed',
    {
      access: deps.guard.required('jobs:write'),
      schema: { operation: workFileOperations.revokeFeed, params: WorkParams },
    },
    async (request, reply) => {
      await revokeFeed(deps, identityOf(request).userId, request.params.id)
      return reply.code(204).send()
    },
  )
