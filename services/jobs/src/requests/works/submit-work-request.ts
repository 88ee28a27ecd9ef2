import type { WorkRequest } from '@utter/contracts/http/works/requests'
import type { WorkDryRun, WorkView, WrittenWork } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { submitWork, type WorkDraft } from '../../lifecycle/works/submit-work.ts'
import { writtenWorkOf } from '../../views/works/work-views.ts'
import { payerOf } from '../headers.ts'
import { checkWork } from './check-work.ts'
import { workDraftOf } from './work-draft.ts'
import { dryRunOfWork } from './work-dry-run.ts'

type Outcome = { draft: WorkDraft; dryRun: WorkDryRun } | { view: WorkView | WrittenWork; isNew: boolean }

/** Checks a work, and submits it unless it is a dry run. @throws Problem 400, 409, 503 */
export async function submitWorkRequest(
  deps: Deps,
  request: FastifyRequest,
  work: WorkRequest,
  isDryRun: boolean,
): Promise<Outcome> {
  const identity = identityOf(request)
  const draft = workDraftOf(identity, work, await checkWork(deps, work), deps.clock.now())
  if (isDryRun) return { draft, dryRun: await dryRunOfWork(deps, draft, payerOf(request)) }
  const submitted = await deps.loadShedding.run(() => submitWork(deps, draft))
  const { userId, _id } = submitted.work
  const chapters = await deps.chapters.outlines(userId, _id)
  return { view: writtenWorkOf(identity, submitted.work, chapters), isNew: submitted.isNew }
}
