import { NewWorkFeed } from '@utter/contracts/http/works/feed'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../../deps.ts'
import { feedPathOf } from '../../../domain/works/feed-path.ts'
import { renewFeed } from '../../../lifecycle/works/change-feed.ts'
import { workFileOperations } from '../../../operations/work-files.ts'
import { WorkParams } from '../../../requests/works/params.ts'

/** `PUT /api/works/:id/feed`: makes the secret address of its podcast, or another one in its place. A key must read too, since the address lets everybody hear the work. */
export const makeFeed: Route<Deps> = (app, deps) =>
  app.put(
    '/api/works/:id/feed',
    {
      access: deps.guard.required('jobs:write', 'jobs:read'),
      schema: { operation: workFileOperations.makeFeed, params: WorkParams, response: { 200: NewWorkFeed } },
    },
    async (request) => {
      const { secret, since } = await renewFeed(deps, identityOf(request).userId, request.params.id)
      return { url: new URL(feedPathOf(secret), deps.publicUrl).href, since: since.toISOString() }
    },
  )
