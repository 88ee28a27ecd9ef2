import { randomUUID } from 'node:crypto'
import type { ReplyRequest } from '@utter/contracts/http/jobs/job-request'
import { Answered, Submitted } from '@utter/contracts/http/jobs/job-views'
import { identityOf, mayDo } from '@utter/http/identity'
import type { RouteApp } from '@utter/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { hasEnded, type Job } from '../domain/job/job.ts'
import { newJob } from '../domain/job/new-job.ts'
import { idleFieldsOf } from '../domain/voice/idle-fields.ts'
import { submit } from '../lifecycle/submit/submit.ts'
import { untilEnded } from '../lifecycle/submit/until-ended.ts'
import { measureSubmission } from '../metrics.ts'
import { submissionOf } from '../operations/submission.ts'
import { answeredOf, submittedOf } from '../views/job-bodies.ts'
import { checkText } from './check-text.ts'
import { checkWebhook } from './check-webhook.ts'
import { withDialogue } from './dialogue.ts'
import { fillRequestId, maxWaitSeconds, payerOf, preferredWaitSeconds, wantsFresh } from './headers.ts'
import { type Known, noteUnknownFields, warned } from './unknown-fields.ts'

/** The options of a route that submits a job, without its schema. @param known of what is sent */
export const submissionOptions = (deps: Deps, known: Known) => ({
  onRequest: async () => deps.loadShedding.checkRoom(),
  access: deps.guard.required('jobs:write'),
  preValidation: async (request: FastifyRequest) => {
    noteUnknownFields(request, known)
    request.body = withDialogue(request.body)
    fillRequestId(request)
  },
  // `Prefer: wait`, and more; the submission itself has its own time.
  config: { responseTimeoutMs: (maxWaitSeconds + 15) * 1_000 },
})
export const submissionAnswers = { 200: Answered, 202: Submitted }

/** A route that submits a job. The two of them differ in their path, the kind of the job, and the length of its text. */
export function submitRoute(app: RouteApp, deps: Deps, kind: Job['kind'], Body: typeof ReplyRequest): void {
  app.post(
    `/api/${kind}`,
    {
      ...submissionOptions(deps, Body),
      schema: { operation: submissionOf[kind], body: Body, response: submissionAnswers },
    },
    async (request, reply) => {
      const { userId, tier, keyId } = identityOf(request)
      checkWebhook(request.body, tier, deps)
      const draft = newJob(kind, userId, request.body, randomUUID(), deps.clock.now(), keyId)
      return answerSubmission(deps, request, reply, draft)
    },
  )
}

type DraftOptions = {
  /** Text of the job that it repeats. */
  earlierText?: string | undefined
  /** Whether an earlier job without word timestamps is left unused. */
  needsWords?: boolean
}

/** Submits the draft, unless its text is not taken. */
export function submitDraft(
  deps: Deps,
  request: FastifyRequest,
  draft: Job,
  { earlierText, needsWords = false }: DraftOptions = {},
) {
  const beganAtMs = performance.now()
  const options = { ...payerOf(request), isFresh: wantsFresh(request), needsWords }
  return deps.loadShedding.run(async () => {
    await checkText(deps, draft, identityOf(request), earlierText)
    const submitted = await submit(deps, draft, options)
    measureSubmission(performance.now() - beganAtMs)
    return submitted
  })
}

/**
 * Submits the draft, and answers when the job has ended or the client's `Prefer: wait` is over: 200 for a job that has
 * ended, or was there before, else 202.
 * @param earlierText of the job that it repeats
 */
export async function answerSubmission(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  draft: Job,
  earlierText?: string,
) {
  const { job, isNew } = await submitDraft(deps, request, draft, { earlierText })
  const warnings = [...request.warnings, ...idleFieldsOf(draft, deps.versions())]
  const present = await untilEnded(deps, job, preferredWaitSeconds(request), () => reply.raw.destroyed)
  if (!isNew || hasEnded(present)) {
    const signing = { audio: deps.audio, now: deps.clock.now() }
    const answered = answeredOf(present, signing, mayDo(identityOf(request), 'jobs:read'))
    return reply.code(200).send({ ...answered, ...warned(warnings) })
  }
  const ahead = present.queue === 'waiting' ? await deps.jobs.waitingBefore(present) : 0
  return reply
    .code(202)
    .header('location', `/api/jobs/${present._id}`)
    .send({
      ...submittedOf(present, ahead, { estimates: deps.estimates, now: deps.clock.now() }),
      ...warned(warnings),
    })
}
