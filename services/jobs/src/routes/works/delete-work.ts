import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { deleteWork } from '../../lifecycle/works/change-state.ts'
import { workOperations } from '../../operations/works.ts'
import { WorkParams } from '../../requests/works/params.ts'

/** `DELETE /api/works/:id`: it is gone at once for its owner, and its texts and sounds within a minute. */
export const deleteWorkRoute: Route<Deps> = (app, deps) =>
  app.delete(
    '/api/works/:id',
    {
      access: deps.guard.required('jobs:delete'),
      schema: { operation: workOperations.remove, params: WorkParams },
    },
    async (request, reply) => {
      await deleteWork(deps, identityOf(request).userId, request.params.id)
      return reply.code(204).send()
    },
  )
