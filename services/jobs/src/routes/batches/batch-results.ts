import { Readable } from 'node:stream'
import { BatchResultsQuery } from '@utter/contracts/http/jobs/batch'
import { isNotModified } from '@utter/http/conditions'
import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { hasEnded } from '../../domain/job/job.ts'
import { batchOperations } from '../../operations/batch.ts'
import { readBatch } from '../../views/read-batch.ts'
import { jsonLines, resultOf, zipOf } from '../../views/result-zip.ts'
import { sendZip } from '../../views/zip.ts'

/** Zips that one process sends, and one account fetches: each reads sounds for as long as its client takes. */
const inFlight = { max: 64, perAccount: 4 }

/**
 * `GET /api/batch/:id/results`: the jobs of a batch that have ended, as JSON lines, or as a zip with their audio too.
 */
export const batchResults: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('zips', inFlight)
  return app.get(
    '/api/batch/:id/results',
    {
      access: deps.guard.required('jobs:read'),
      config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
      schema: {
        operation: batchOperations.results,
        params: z.object({ id: z.string() }),
        querystring: BatchResultsQuery,
      },
    },
    async (request, reply) => {
      const { id: batchId } = request.params
      const { userId } = identityOf(request)
      const ended = (await readBatch(deps, userId, batchId)).filter(hasEnded)
      const signing = { audio: deps.audio, now: deps.clock.now(), publicUrl: deps.publicUrl }
      // Nothing tells two results of a batch apart: it grows until its jobs have ended.
      if (isNotModified(request, {})) return reply.code(304).send()
      const { format } = request.query
      reply.header('content-disposition', `attachment; filename="batch-${batchId}.${format}"`)
      const type = format === 'jsonl' ? 'application/x-ndjson; charset=utf-8' : 'application/zip'
      reply.type(type)
      // The body of a HEAD would be made, and dropped.
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      if (format === 'jsonl') return reply.send(jsonLines(ended.map((job) => resultOf(job, signing))))
      limit.take(userId, reply)
      return sendZip(reply, (gone) => zipOf(deps.speech, ended, signing, gone))
    },
  )
}
