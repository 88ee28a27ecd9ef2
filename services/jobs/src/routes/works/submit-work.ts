import { WorkQuery, WorkRequest } from '@utter/contracts/http/works/requests'
import { WorkDryRun, WorkView, WrittenWork } from '@utter/contracts/http/works/views'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import type { Route } from '@utter/http/route'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { workOperations } from '../../operations/works.ts'
import { fillRequestId } from '../../requests/headers.ts'
import { noteUnknownFields, warned } from '../../requests/unknown-fields.ts'
import { checkPlanOfWorks } from '../../requests/works/check-work.ts'
import { submitWorkRequest } from '../../requests/works/submit-work-request.ts'

/** A million characters are read, checked and stored within a few seconds. */
const responseTimeoutMs = 30_000

const isDryRun = ({ query }: FastifyRequest) => (query as { dryRun?: unknown }).dryRun === 'true'

/** `POST /api/works`: a book, by the chapter and the paragraph. */
export const submitWorkRoute: Route<Deps> = (app, deps) =>
  app.post(
    '/api/works',
    {
      onRequest: async () => deps.loadShedding.checkRoom(),
      access: deps.guard.required('jobs:write'),
      // Before the body is parsed: on one thread eight megabytes of a stranger's are everybody's.
      preParsing: async (request: FastifyRequest) => checkPlanOfWorks(request, deps),
      preValidation: async (request: FastifyRequest) => {
        noteUnknownFields(request, WorkRequest)
        fillRequestId(request)
        // Nothing is kept of it.
        if (isDryRun(request)) fillRequestId(request, 'dry-run')
      },
      bodyLimit: maxBodyBytes.work,
      config: { responseTimeoutMs },
      schema: {
        operation: workOperations.submit,
        querystring: WorkQuery,
        body: WorkRequest,
        response: { 200: z.union([WorkDryRun, WorkView, WrittenWork]), 202: z.union([WorkView, WrittenWork]) },
      },
    },
    async (request, reply) => {
      const outcome = await submitWorkRequest(deps, request, request.body, request.query.dryRun === 'true')
      if ('dryRun' in outcome) return reply.code(200).send(outcome.dryRun)
      const { view, isNew } = outcome
      if (!isNew) return reply.code(200).send(view)
      return reply
        .code(202)
        .header('location', `/api/works/${view.workId}`)
        .send({ ...view, ...warned(request.warnings) })
    },
  )
