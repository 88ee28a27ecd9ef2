import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { WorkForNotifier } from '@utter/contracts/http/internal/jobs/get-work'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { workViewOf } from '../../views/works/work-views.ts'

const Params = z.extend(AccountParams, { id: z.string() })

/** A work of an account as its owner sees it, for notifier's stream of the work and for its webhooks. */
export const getWorkForNotifier: Route<Deps> = (app, deps) =>
  app.get(
    '/internal/accounts/:userId/works/:id',
    { access: deps.guard.internal('notifier'), schema: { params: Params, response: { 200: WorkForNotifier } } },
    async ({ params: { userId, id } }) => {
      const work = await shownWork(deps, userId, id)
      const outlines = await deps.chapters.outlines(userId, id)
      return {
        work: workViewOf(work, outlines),
        version: work.stateVersion ?? 0,
        chapterVersions: Object.fromEntries(outlines.map(({ _id, rev }) => [_id, rev])),
      }
    },
  )
