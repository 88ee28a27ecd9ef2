import { Readable } from 'node:stream'
import { WorkFileQuery } from '@utter/contracts/http/works/requests'
import { WorkFileDryRun, WorkView, WrittenWork } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import { invalid } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { charactersIn } from '../../domain/works/sections.ts'
import { workOperations } from '../../operations/works.ts'
import { bytesAsTheyCome } from '../../requests/streamed-body.ts'
import { checkPlanOfWorks } from '../../requests/works/check-work.ts'
import { readFileOfWork } from '../../requests/works/read-file.ts'
import { spooled } from '../../requests/works/spooled-file.ts'
import { submitWorkRequest } from '../../requests/works/submit-work-request.ts'

/** Files that one process takes, and one account sends, as quickly as their lines are: each is on the disk, 16 MB at the most. */
const inFlight = { max: 16, perAccount: 1 }
/** Files that are read at once: one may take some ten times the size of its texts. */
const readAtOnce = 2

/** `POST /api/works/file`: a book as a text, Markdown, an EPUB or a Word document. */
export const submitWorkFile: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('files', inFlight)
  const reading = pLimit(readAtOnce)
  return app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request: unknown, body: unknown, done) => done(null, body))
    own.post(
      '/api/works/file',
      {
        onRequest: async () => deps.loadShedding.checkRoom(),
        access: deps.guard.required('jobs:write'),
        preParsing: async (request: FastifyRequest, reply: FastifyReply) => {
          checkPlanOfWorks(request, deps)
          limit.take(identityOf(request).userId, reply)
        },
        config: { responseTimeoutMs: Number.POSITIVE_INFINITY, checksOwnBody: true },
        schema: {
          operation: workOperations.submitFile,
          querystring: WorkFileQuery,
          response: { 200: z.union([WorkFileDryRun, WorkView, WrittenWork]), 202: z.union([WorkView, WrittenWork]) },
        },
      },
      async (request, reply) => {
        const { body, headers, query } = request
        const bytes = body instanceof Readable ? bytesAsTheyCome(body, { maxBytes: maxBodyBytes.manuscript }) : []
        await using file = await spooled(bytes)
        if (file.size === 0) throw invalid([{ field: 'file', message: 'The request must have a file as its body' }])
        const isDryRun = query.dryRun === 'true'
        const idempotencyKey = String(headers['idempotency-key'] ?? '') || (isDryRun ? 'dry-run' : undefined)
        const { request: work, speakers } = await reading(() =>
          readFileOfWork({ file, contentType: headers['content-type'] }, query, idempotencyKey),
        )
        const outcome = await submitWorkRequest(deps, request, work, isDryRun)
        if ('dryRun' in outcome) {
          const contents = outcome.draft.chapters.map((chapter) => ({
            title: chapter.title,
            characters: charactersIn(chapter.sections),
            paragraphs: chapter.sections.reduce((sum, { paragraphs }) => sum + paragraphs.length, 0),
            calls: outcome.callsOf(chapter),
          }))
          return reply.code(200).send({ ...outcome.dryRun, title: work.title, contents, speakers })
        }
        const { view, isNew } = outcome
        if (!isNew) return reply.code(200).send(view)
        return reply.code(202).header('location', `/api/works/${view.workId}`).send(view)
      },
    )
  })
}
