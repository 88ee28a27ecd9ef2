import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { deleteJob as remove } from '../lifecycle/end/delete-job.ts'
import { checkIsAlone } from '../requests/check-is-alone.ts'

/** `DELETE /api/jobs/:id`: text, reply and sound of an ended job are gone at once, its call stays used; 409 while it runs. */
export const deleteJobRoute: Route<Deps> = (app, deps) =>
  app.delete(
    '/api/jobs/:id',
    {
      access: deps.guard.required('jobs:delete'),
      schema: {
        operation: {
          id: 'deleteJob',
          tag: 'Jobs',
          summary: 'Delete a job that has ended',
          description:
            'Its texts and its reply are gone at once, and its sound with the last job that has it. Its call stays used.',
          parameters: { id: 'The id of the job.' },
          answers: { 204: { description: 'It is gone.' } },
          refusals: { 409: 'The job has not ended, or it speaks a part of a work.' },
        },
        params: z.object({ id: z.string() }),
      },
    },
    async (request, reply) => {
      const { userId } = identityOf(request)
      await checkIsAlone(deps, userId, request.params.id)
      await remove(deps, userId, request.params.id)
      return reply.code(204).send()
    },
  )
