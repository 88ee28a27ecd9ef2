import { TagsRequest, TagsView } from '@utter/contracts/http/jobs/job-tags'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { tagJob } from '../lifecycle/tag-job.ts'

/** `PUT /api/jobs/:id/tags`: all tags of a job, whatever its state. */
export const setTags: Route<Deps> = (app, deps) =>
  app.put(
    '/api/jobs/:id/tags',
    {
      access: deps.guard.required('jobs:write'),
      schema: {
        operation: {
          id: 'setTags',
          tag: 'Jobs',
          summary: 'Set the tags of a job',
          description: 'All of them, in the place of those before. The job itself is the same: its `version` stays.',
          parameters: { id: 'The id of the job.' },
          example: { tags: ['news', 'episode 12'] },
        },
        params: z.object({ id: z.string() }),
        body: TagsRequest,
        response: { 200: TagsView },
      },
    },
    async (request) => {
      const { tags } = request.body
      await tagJob(deps, { userId: identityOf(request).userId, id: request.params.id, tags })
      return { tags }
    },
  )
