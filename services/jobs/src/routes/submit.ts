import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type JobRequest, ReplyRequest, TtsRequest } from '@utter/contracts/http/job-request'
import { Answered, Submitted } from '@utter/contracts/http/job-views'
import type { TierName } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import { forbidden, invalid } from '@utter/http/problem'
import { mayBePublic } from '@utter/http/public-host'
import type { App, Route } from '@utter/http/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { hasEnded, isShown, type Job, type ShownJob } from '../domain/job.ts'
import { newJob } from '../domain/new-job.ts'
import { answeredOf, submittedOf } from '../domain/views.ts'
import { submit } from '../lifecycle/submit.ts'

const maxWaitSeconds = 60

/** `POST /api/reply`: a reply is written and spoken. `POST /api/tts`: the text itself is spoken. */
export const submitRoutes: Route<Deps> = (app, deps) => {
  submitRoute(app, deps, 'reply', ReplyRequest)
  submitRoute(app, deps, 'tts', TtsRequest)
}

function submitRoute(app: App, deps: Deps, kind: Job['kind'], Body: typeof ReplyRequest): void {
  app.post(
    `/api/${kind}`,
    {
      onRequest: [async () => deps.loadShedding.checkRoom(), deps.guard.required('jobs:write')],
      preValidation: async (request) => fillRequestId(request),
      // `Prefer: wait`, and more; the submission itself has its own time.
      config: { responseTimeoutMs: (maxWaitSeconds + 15) * 1_000 },
      schema: { body: Body, response: { 200: Answered, 202: Submitted } },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      checkWebhook(request.body, identity.tier, deps)
      const draft = newJob(kind, identity.userId, request.body, randomUUID(), deps.clock.now())
      const { job, isNew } = await deps.loadShedding.run(() => submit(deps, draft, new Date(identity.signedUpAt)))
      const waitSeconds = preferredWait(request)
      const present = waitSeconds > 0 ? await untilEnded(deps, job, waitSeconds, reply) : job
      if (!isNew || hasEnded(present))
        return reply.code(200).send(answeredOf(present, { audio: deps.audio, now: deps.clock.now() }))
      const ahead = present.queue === 'waiting' ? await deps.jobs.waitingBefore(present) : 0
      return reply.code(202).header('location', `/api/jobs/${present._id}`).send(submittedOf(present, ahead))
    },
  )
}

/** @throws Problem 403 on the free plan, 400 where the address certainly leads nowhere outside */
function checkWebhook({ webhookUrl }: JobRequest, tier: TierName, { allowPrivateWebhooks }: Deps): void {
  if (webhookUrl === undefined) return
  if (tier === 'free') throw forbidden('Webhooks are available on paid plans', 'plan_required')
  if (!allowPrivateWebhooks && !mayBePublic(new URL(webhookUrl)))
    throw invalid([{ field: 'webhookUrl', message: 'Webhook URL must lead to a public address' }])
}

/** `Idempotency-Key` stands in for a missing request id. */
function fillRequestId(request: FastifyRequest): void {
  const key = request.headers['idempotency-key']
  const body = request.body as Record<string, unknown> | null
  if (
    typeof key === 'string' &&
    typeof body === 'object' &&
    body !== null &&
    !Array.isArray(body) &&
    body.requestId === undefined
  ) {
    request.body = { ...body, requestId: key }
  }
}

/** Seconds of `Prefer: wait=N`; 0 without. */
function preferredWait(request: FastifyRequest): number {
  const wait = /(?:^|[,;\s])wait=(\d{1,3})\b/.exec(String(request.headers.prefer ?? ''))?.[1]
  return Math.min(Number(wait ?? 0), maxWaitSeconds)
}

/** Polls the job with growing pauses until it has ended, the time is over, the client has disconnected, or the process stops. */
async function untilEnded(
  { jobs, stopping }: Deps,
  job: ShownJob,
  seconds: number,
  reply: FastifyReply,
): Promise<ShownJob> {
  const until = Date.now() + seconds * 1_000
  let present = job
  for (
    let waitMs = 50;
    !hasEnded(present) && Date.now() < until && !reply.raw.destroyed && !stopping.aborted;
    waitMs = Math.min(waitMs * 1.5, 250)
  ) {
    await pause(Math.min(waitMs, until - Date.now()), undefined, { signal: stopping }).catch(() => {})
    const read = await jobs.read(job.userId, job._id)
    if (read && isShown(read)) present = read
  }
  return present
}
