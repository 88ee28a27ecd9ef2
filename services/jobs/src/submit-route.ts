import { randomUUID } from 'node:crypto'
import type { JobRequest, ReplyRequest } from '@utter/contracts/http/job-request'
import { Answered, Submitted } from '@utter/contracts/http/job-views'
import type { TierName } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import { forbidden, invalid } from '@utter/http/problem'
import { mayBePublic } from '@utter/http/public-host'
import type { App } from '@utter/http/server'
import type { Deps } from './deps.ts'
import { hasEnded, type Job } from './domain/job.ts'
import { newJob } from './domain/new-job.ts'
import { answeredOf, submittedOf } from './domain/views.ts'
import { submit } from './lifecycle/submit.ts'
import { untilEnded } from './lifecycle/until-ended.ts'
import { fillRequestId, maxWaitSeconds, preferredWaitSeconds } from './submission-headers.ts'

/** A route that submits a job. The two of them differ in their path, the kind of the job, and the length of its text. */
export function submitRoute(app: App, deps: Deps, kind: Job['kind'], Body: typeof ReplyRequest): void {
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
      const draft = newJob(kind, identity.userId, request.body, randomUUID(), deps.clock.now(), identity.keyId)
      const { job, isNew } = await deps.loadShedding.run(() =>
        submit(deps, draft, new Date(identity.signedUpAt), identity.monthlyCap),
      )
      const present = await untilEnded(deps, job, preferredWaitSeconds(request), () => reply.raw.destroyed)
      if (!isNew || hasEnded(present))
        return reply.code(200).send(answeredOf(present, { audio: deps.audio, now: deps.clock.now() }))
      const ahead = present.queue === 'waiting' ? await deps.jobs.waitingBefore(present) : 0
      return reply.code(202).header('location', `/api/jobs/${present._id}`).send(submittedOf(present, ahead))
    },
  )
}

/** @throws Problem 403 on the free plan, 400 where the address certainly leads to no public host */
function checkWebhook({ webhookUrl }: JobRequest, tier: TierName, { allowPrivateWebhooks }: Deps): void {
  if (webhookUrl === undefined) return
  if (tier === 'free') throw forbidden('Webhooks are available on paid plans', 'plan_required')
  if (!allowPrivateWebhooks && !mayBePublic(new URL(webhookUrl)))
    throw invalid([{ field: 'webhookUrl', message: 'Webhook URL must lead to a public address' }])
}
