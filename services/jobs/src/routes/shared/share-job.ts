import { NewShare, ShareRequest } from '@utter/contracts/http/jobs/share'
import { sharedPath } from '@utter/contracts/screens'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { shareJob } from '../../lifecycle/share-job.ts'
import { sharingOperations } from '../../operations/sharing.ts'

/** `POST /api/jobs/:id/share`: makes the secret link of a job, or another one in its place. A key must read too, since the link lets everybody hear the job. */
export const shareJobRoute: Route<Deps> = (app, deps) =>
  app.post(
    '/api/jobs/:id/share',
    {
      access: deps.guard.required('jobs:write', 'jobs:read'),
      preValidation: async (request: FastifyRequest) => {
        request.body ??= {}
      },
      schema: {
        operation: sharingOperations.share,
        params: z.object({ id: z.string() }),
        // All of it may be left out.
        body: z._default(ShareRequest, { text: true }),
        response: { 200: NewShare },
      },
    },
    async (request) => {
      const { text } = request.body
      const { userId } = identityOf(request)
      const { secret, since } = await shareJob(deps, { userId, id: request.params.id, text })
      return { url: new URL(sharedPath(secret), deps.publicUrl).href, sharedAt: since.toISOString(), text }
    },
  )
