import { randomUUID } from 'node:crypto'
import { ReplyRequest, RetryRequest, TtsRequest } from '@utter/contracts/http/jobs/job-request'
import { planOf } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import { conflict, notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { sentMap } from '../domain/job/free-map.ts'
import { hasEnded, isShown, type ShownJob } from '../domain/job/job.ts'
import { definedOf, newJob, retried } from '../domain/job/new-job.ts'
import { speakersOf } from '../domain/job/speakers.ts'
import { retryOperation } from '../operations/submission.ts'
import { parsed } from '../requests/parse-fields.ts'
import { answerSubmission, submissionAnswers, submissionOptions } from '../requests/submission.ts'

/**
 * `POST /api/jobs/:id/retry`: a new job of one that has ended, with another text, voice or settings where they are given. From the reply
 * no model is asked. It is answered as a submission is, and costs a call as one does.
 */
export const retryJob: Route<Deps> = (app, deps) => {
  const options = submissionOptions(deps, RetryRequest)
  app.post(
    '/api/jobs/:id/retry',
    {
      ...options,
      preValidation: async (request: FastifyRequest) => {
        // Before validation, so that `Idempotency-Key` has a place to go.
        if (request.body === undefined) request.body = {}
        await options.preValidation(request)
      },
      schema: {
        operation: retryOperation,
        params: z.object({ id: z.string() }),
        // All of it may be as before.
        body: z._default(RetryRequest, { from: 'start' }),
        response: submissionAnswers,
      },
    },
    async (request, reply) => {
      const { userId, tier, keyId } = identityOf(request)
      const earlier = await deps.jobs.read(userId, request.params.id)
      if (!earlier || !isShown(earlier)) throw notFound('Job not found', 'job_not_found')
      if (!hasEnded(earlier)) throw conflict('job_not_ended', 'The job has not ended')
      const { from } = request.body
      if (from === 'reply' && earlier.aiResponse === undefined) throw conflict('no_reply', 'This job has no reply')
      const { kind } = earlier
      const asked = parsed(
        kind === 'reply' ? ReplyRequest : TtsRequest,
        requestOf(earlier, request.body, planOf(deps.plans, tier).webhooks),
      )
      const draft = newJob(kind, userId, asked, randomUUID(), deps.clock.now(), keyId)
      return answerSubmission(deps, request, reply, retried(draft, earlier, from), earlier.userText)
    },
  )
}

/** The request of the earlier job with what is given in its place. A webhook that the plan no longer has is left out. */
function requestOf(earlier: ShownJob, { from: _, ...given }: RetryRequest, hasWebhooks: boolean) {
  const { userText, sessionId, voiceId, ttsSettings, metadata, tags, webhookUrl } = earlier
  return {
    userText: given.userText ?? userText,
    requestId: given.requestId ?? randomUUID(),
    sessionId,
    voiceId: given.voiceId ?? voiceId,
    ttsSettings: { ...ttsSettings, ...definedOf(given.ttsSettings ?? {}) },
    language: given.language ?? earlier.language,
    textNormalization: given.textNormalization ?? earlier.textNormalization,
    ssml: given.ssml ?? earlier.ssml,
    speakers: given.speakers ?? (earlier.speakers && speakersOf(earlier.speakers)),
    fallback: given.fallback ?? earlier.fallback,
    seed: given.seed ?? earlier.seed,
    check: given.check ?? earlier.check,
    stream: earlier.stream,
    metadata: metadata && sentMap(metadata),
    tags,
    ...(hasWebhooks && { webhookUrl }),
  }
}
