import { StoredJob } from '@utter/contracts/http/internal/jobs/find-job'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'

/** A job's document by its id alone, for the operator: the course of the job, without its texts. */
export const findJob: Route<Deps> = (app, { jobs, guard }) =>
  app.get(
    '/internal/jobs/:id',
    {
      access: guard.internal('operator'),
      schema: { params: z.object({ id: z.string() }), response: { 200: StoredJob } },
    },
    async ({ params }) => {
      const job = await jobs.byId(params.id)
      if (!job) throw notFound('Job not found', 'job_not_found')
      const { userText, aiResponse: _reply, spokenText: _spoken, parts: _parts, metadata: _metadata, ...rest } = job
      const { share, ...shown } = rest
      const ofShare = share && { share: { since: share.since, text: share.text } }
      return JSON.parse(JSON.stringify({ ...shown, ...ofShare, userTextLength: userText?.length ?? 0 })) as Record<
        string,
        unknown
      >
    },
  )
