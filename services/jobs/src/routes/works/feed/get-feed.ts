import { WorkFeed } from '@utter/contracts/http/works/feed'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../../deps.ts'
import { shownWork } from '../../../lifecycle/works/change-state.ts'
import { workFileOperations } from '../../../operations/work-files.ts'
import { WorkParams } from '../../../requests/works/params.ts'

/** `GET /api/works/:id/feed`: whether it has a podcast, and since when; never its address. */
export const getFeed: Route<Deps> = (app, deps) =>
  app.get(
    '/api/works/:id/feed',
    {
      access: deps.guard.required('jobs:read'),
      schema: { operation: workFileOperations.getFeed, params: WorkParams, response: { 200: WorkFeed } },
    },
    async (request) => {
      const { feed } = await shownWork(deps, identityOf(request).userId, request.params.id)
      return feed ? { since: feed.since.toISOString() } : {}
    },
  )
