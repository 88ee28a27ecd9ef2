import { randomUUID } from 'node:crypto'
import { BatchDryRun, BatchQuery, BatchRequest, BatchSubmitted } from '@utter/contracts/http/jobs/batch'
import { planOf, type TierName } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import { forbidden, invalid, Problem, unavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type BatchOutcome, submitBatch } from '../../lifecycle/submit/submit-batch.ts'
import { batchOperations } from '../../operations/batch.ts'
import { type Item, itemsOf, rejectionOf } from '../../requests/batch-items.ts'
import { withTextsChecked } from '../../requests/check-text.ts'
import { dryRun } from '../../requests/dry-run.ts'
import { payerOf, wantsFresh } from '../../requests/headers.ts'
import { warned } from '../../requests/unknown-fields.ts'

/** Longer than a batch waits for room among others of its account. */
const responseTimeoutMs = 15_000

/** `POST /api/batch`: up to 100 jobs in one request. A bad item fails alone; the calls of the good ones are taken together or not at all. */
export const submitBatchRoute: Route<Deps> = (app, deps) =>
  app.post(
    '/api/batch',
    {
      onRequest: async () => deps.loadShedding.checkRoom(),
      access: deps.guard.required('jobs:write'),
      // Before the body is parsed: on one thread two megabytes of a stranger's are everybody's.
      preParsing: async (request: FastifyRequest) => checkPlan(request, deps),
      bodyLimit: maxBodyBytes.batch,
      // Its items are parsed one by one.
      config: { responseTimeoutMs, checksOwnBody: true },
      schema: {
        operation: batchOperations.submit,
        querystring: BatchQuery,
        body: BatchRequest,
        response: { 200: BatchDryRun, 202: BatchSubmitted },
      },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      const { jobs: raw } = request.body
      checkSize(raw.length, identity.tier, deps)
      const batchId = randomUUID()
      const items = await withTextsChecked(deps, identity, itemsOf(deps, identity, raw, batchId))
      if (items.every((item) => 'rejection' in item)) throw invalid(faultsOf(items))
      const options = { ...payerOf(request), isFresh: wantsFresh(request) }
      if (request.query.dryRun === 'true') return reply.code(200).send(await dryRun(deps, items, options))
      const drafts = [...new Set(items.flatMap((item) => ('draft' in item ? [item.draft] : [])))]
      const outcomes = await deps.loadShedding.run(() => submitBatch(deps, drafts, options))
      return reply.code(202).send(submittedOf(items, outcomes, batchId))
    },
  )

/** @throws Problem 403 where the plan has no batches, 413 where even its largest is smaller than the body */
function checkPlan(request: FastifyRequest, { plans }: Pick<Deps, 'plans'>): void {
  const { batch } = planOf(plans, identityOf(request).tier)
  if (batch === 0) throw forbidden('Batches are available on paid plans', 'plan_required')
  if (Number(request.headers['content-length']) > batch * maxBodyBytes.job)
    throw new Problem(413, 'body_too_large', 'The request body is too large')
}

/** @throws Problem 400 for more jobs than a batch of the plan has */
function checkSize(jobs: number, tier: TierName, { plans }: Pick<Deps, 'plans'>): void {
  const { batch } = planOf(plans, tier)
  if (jobs > batch) throw invalid([{ field: 'jobs', message: `Maximum ${batch} jobs per batch on the ${tier} plan` }])
}

/** The faults of all items, each at its place in the list. */
const faultsOf = (items: Item[]) =>
  items.flatMap((item, index) =>
    'rejection' in item
      ? (item.rejection.details ?? [{ field: '', message: item.rejection.error }]).map(({ field, message }) => ({
          field: ['jobs', index, field].filter((part) => part !== '').join('.'),
          message,
        }))
      : [],
  )

/** A batch that is sent again has no new job, and is the batch that made them. */
function submittedOf(items: Item[], outcomes: Map<string, BatchOutcome>, batchId: string): BatchSubmitted {
  const jobs = items.map((item) => {
    if ('rejection' in item) return item.rejection
    const outcome = outcomes.get(item.draft._id) ?? unavailable()
    if (outcome instanceof Problem) return rejectionOf(item.draft.requestId, outcome)
    return { requestId: outcome.requestId, jobId: outcome._id, status: outcome.status, ...warned(item.warnings) }
  })
  const made = [...outcomes.values()].flatMap((outcome) => (outcome instanceof Problem ? [] : (outcome.batchId ?? [])))
  const accepted = jobs.filter((job) => 'jobId' in job).length
  return {
    batchId: made.includes(batchId) ? batchId : (made[0] ?? batchId),
    accepted,
    rejected: jobs.length - accepted,
    jobs,
  }
}
