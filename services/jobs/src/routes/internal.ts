import { Usage } from '@utter/contracts/http/internal/get-usage'
import { JobView } from '@utter/contracts/http/job-views'
import { planOf } from '@utter/contracts/plans'
import { maxBodyBytes } from '@utter/http/max-body-bytes'
import { notFound, unavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { overageOf } from '../domain/allowance.ts'
import { isShown } from '../domain/job.ts'
import { viewOf } from '../domain/views.ts'
import { allowanceOf } from '../lifecycle/allowance-of.ts'
import { recount } from '../lifecycle/recount.ts'

/** A client that missed more than this reads the list again. */
const maxChanged = 500
/** Of all accounts in one call; what is over is compared the next time. */
const maxVersions = 10_000

const OfAccount = z.object({ userId: z.uuid('userId must be a UUID') })
const OfJob = z.extend(OfAccount, { id: z.string() })

/** For the other services and the operator; the gateway forwards none of it. */
export const internalRoutes: Route<Deps> = (app, deps) => {
  const { jobs, allowances, plans, guard, audio, clock } = deps
  const [account, notifier, operator] = [
    guard.internal('account'),
    guard.internal('notifier'),
    guard.internal('operator'),
  ]

  app.get(
    '/internal/accounts/:userId/usage',
    { onRequest: account, schema: { params: OfAccount, response: { 200: Usage } } },
    async ({ params }) => {
      const allowance = await allowances.read(params.userId)
      if (!allowance) throw notFound('Nothing was used yet')
      // A period that is over is rolled by the next submission; until then nothing of the new one was used.
      const isOver = allowance.periodEnd <= clock.now()
      const used = isOver ? 0 : allowance.used
      const overage = overageOf(planOf(plans, allowance.tier), used)
      return {
        apiCallsUsed: used,
        overageCallsUsed: overage.calls,
        overageCost: overage.cost,
        periodStart: allowance.period.toISOString(),
        periodEnd: allowance.periodEnd.toISOString(),
      }
    },
  )

  app.get(
    '/internal/accounts/:userId/jobs/:id',
    { onRequest: notifier, schema: { params: OfJob, response: { 200: JobView } } },
    async ({ params }) => {
      const job = await jobs.read(params.userId, params.id)
      if (!job || !isShown(job)) throw notFound('Job not found', 'job_not_found')
      return viewOf(
        job,
        { audio, now: clock.now() },
        job.queue === 'waiting' ? await jobs.waitingBefore(job) : undefined,
      )
    },
  )

  const Since = z.object({ since: z.iso.datetime('since must be a time') })
  app.get(
    '/internal/accounts/:userId/changed',
    { onRequest: notifier, schema: { params: OfAccount, querystring: Since, response: { 200: z.array(JobView) } } },
    async ({ params, query }) =>
      (await jobs.changedSince(params.userId, new Date(query.since), maxChanged)).map((job) =>
        viewOf(job, { audio, now: clock.now() }),
      ),
  )

  const Asked = z.extend(OfAccount, {
    ids: z.array(z.string()).check(z.maxLength(1_000)),
    since: z.optional(z.iso.datetime('since must be a time')),
  })
  const Accounts = z.object({ accounts: z.array(Asked).check(z.minLength(1), z.maxLength(100)) })
  const ById = z.record(z.string(), z.int())
  const Versions = z.record(z.string(), z.object({ versions: ById, changed: ById }))
  app.post(
    '/internal/versions',
    { onRequest: notifier, bodyLimit: maxBodyBytes.batch, schema: { body: Accounts, response: { 200: Versions } } },
    async ({ body }) => {
      const asked = body.accounts.map(({ since, ...one }) => ({ ...one, since: since ? new Date(since) : undefined }))
      const found = Map.groupBy(await jobs.versions(asked, maxVersions), ({ userId }) => userId)
      const byId = (rows: { _id: string; version: number }[]) =>
        Object.fromEntries(rows.map(({ _id, version }) => [_id, version]))
      return Object.fromEntries(
        asked.map(({ userId, ids, since }) => {
          const [rows, named] = [found.get(userId) ?? [], new Set(ids)]
          return [
            userId,
            {
              versions: byId(rows.filter(({ _id }) => named.has(_id))),
              changed: byId(rows.filter(({ updatedAt }) => since && updatedAt >= since)),
            },
          ]
        }),
      )
    },
  )

  const Used = z.object({
    used: z.number().check(z.int('used must be a whole number'), z.gte(0, 'used must not be negative')),
  })
  const Calls = z.extend(Used, { signedUpAt: z.iso.datetime('signedUpAt must be a time') })
  app.put(
    '/internal/accounts/:userId/calls',
    { onRequest: operator, schema: { params: OfAccount, body: Calls, response: { 200: Used } } },
    async ({ params, body }) => {
      for (let attempt = 0; attempt < 20; attempt++) {
        const allowance = await allowanceOf(deps, params.userId, new Date(body.signedUpAt))
        const by = body.used - allowance.used
        // Beside the counted jobs, by the same amount, so that a recount comes to the same figure.
        if (await allowances.change({ _id: params.userId, rev: allowance.rev }, { $inc: { used: by, adjustment: by } }))
          return { used: body.used }
      }
      throw unavailable()
    },
  )

  const Recounted = z.object({ done: z.boolean() })
  app.post(
    '/internal/accounts/:userId/recount',
    { onRequest: operator, schema: { params: OfAccount, response: { 200: Recounted } } },
    async ({ params }) => ({
      done: await recount(deps, params.userId),
    }),
  )

  app.get(
    '/internal/jobs/:id',
    {
      onRequest: operator,
      schema: { params: z.object({ id: z.string() }), response: { 200: z.record(z.string(), z.unknown()) } },
    },
    async ({ params }) => {
      const job = await jobs.byId(params.id)
      if (!job) throw notFound('Job not found', 'job_not_found')
      // The operator sees the job's course, not its texts.
      const { userText: _text, aiResponse: _reply, metadata: _metadata, ...rest } = job
      return JSON.parse(JSON.stringify({ ...rest, userTextLength: job.userText.length })) as Record<string, unknown>
    },
  )
}
