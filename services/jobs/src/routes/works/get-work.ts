import { WorkView } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { workOperations } from '../../operations/works.ts'
import { WorkParams } from '../../requests/works/params.ts'
import { workViewOf } from '../../views/works/work-views.ts'

/** `GET /api/works/:id`: the work, and how far each chapter is. */
export const getWork: Route<Deps> = (app, deps) =>
  app.get(
    '/api/works/:id',
    {
      access: deps.guard.required('jobs:read'),
      schema: { operation: workOperations.get, params: WorkParams, response: { 200: WorkView } },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const work = await shownWork(deps, userId, request.params.id)
      return workViewOf(work, await deps.chapters.outlines(userId, work._id))
    },
  )
