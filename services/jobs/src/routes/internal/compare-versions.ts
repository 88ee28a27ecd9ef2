import { CompareVersions, JobVersions } from '@utter/contracts/http/internal/jobs/compare-versions'
import { maxChangedJobs } from '@utter/contracts/http/internal/jobs/get-changed-jobs'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'

/** Present versions of jobs of many accounts, by which notifier finds out what its streams have missed. */
export const compareVersions: Route<Deps> = (app, { jobs, guard }) =>
  app.post(
    '/internal/versions',
    {
      access: guard.internal('notifier'),
      bodyLimit: maxBodyBytes.batch,
      schema: { body: CompareVersions, response: { 200: JobVersions } },
    },
    async ({ body }) => {
      const accounts = body.accounts.map(({ since, ...one }) => ({
        ...one,
        since: since ? new Date(since) : undefined,
      }))
      const found = Map.groupBy(await jobs.versions(accounts, maxChangedJobs + 1), ({ userId }) => userId)
      const byId = (rows: { _id: string; version: number }[]) =>
        Object.fromEntries(rows.map(({ _id, version }) => [_id, version]))
      return Object.fromEntries(
        accounts.map(({ userId, ids, since }) => {
          const [rows, named] = [found.get(userId) ?? [], new Set(ids)]
          const versions = byId(rows.filter(({ _id }) => named.has(_id)))
          const changed = byId(rows.filter(({ updatedAt }) => since && updatedAt >= since))
          return [userId, { versions, changed }]
        }),
      )
    },
  )
