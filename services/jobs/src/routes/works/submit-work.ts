import { Readable } from 'node:stream'
import { WorkQuery, WorkRequest } from '@utter/contracts/http/works/requests'
import { WorkDryRun, WorkView, WrittenWork } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import { createSharedLimit, releaseWith } from '@utter/http/limits/limit-in-flight'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import type { Route } from '@utter/http/route'
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { workOperations } from '../../operations/works.ts'
import { fillRequestId } from '../../requests/headers.ts'
import { bytesAsTheyCome } from '../../requests/streamed-body.ts'
import { noteUnknownFields, warned } from '../../requests/unknown-fields.ts'
import { checkPlanOfWorks } from '../../requests/works/check-work.ts'
import { readLater } from '../../requests/works/spooled-file.ts'
import { submitWorkRequest } from '../../requests/works/submit-work-request.ts'

/** Works that one process takes, and one account sends, as quickly as their lines are: each is on the disk, 8 MB at the most. */
const inFlight = { max: 16, perAccount: 3 }
/** Works that are in memory at once, from their JSON on: one takes some five times its size. */
const parsedAtOnce = 4

const isDryRun = ({ query }: FastifyRequest) => (query as { dryRun?: unknown }).dryRun === 'true'

/** `POST /api/works`: a book, by the chapter and the paragraph. */
export const submitWorkRoute: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('works', inFlight)
  const parsing = pLimit(parsedAtOnce)
  /** Resolves when it is the turn of an answer, which lasts until it has ended in any way. */
  const turnOf = (reply: FastifyReply) =>
    new Promise<void>((begin) => {
      void parsing(() => {
        begin()
        return new Promise<void>((end) => releaseWith(reply, end))
      })
    })
  return app.post(
    '/api/works',
    {
      onRequest: async () => deps.loadShedding.checkRoom(),
      access: deps.guard.required('jobs:write'),
      // Before the body is read: eight megabytes of whoever has no works are nobody's.
      preParsing: async (request: FastifyRequest, reply: FastifyReply, body: RequestPayload) => {
        checkPlanOfWorks(request, deps)
        limit.take(identityOf(request).userId, reply)
        const bytes = bytesAsTheyCome(body as Readable, { maxBytes: maxBodyBytes.work })
        return Readable.from(readLater(bytes, () => turnOf(reply)))
      },
      preValidation: async (request: FastifyRequest) => {
        noteUnknownFields(request, WorkRequest)
        fillRequestId(request)
        // Nothing is kept of it.
        if (isDryRun(request)) fillRequestId(request, 'dry-run')
      },
      bodyLimit: maxBodyBytes.work,
      config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
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
}
