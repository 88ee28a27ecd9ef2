import { type WorkRequest, workLimits } from '@utter/contracts/http/works/requests'
import type { WorkView, WrittenWork } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import { conflict } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { submitWork, type WorkDraft } from '../../lifecycle/works/submit-work.ts'
import { writtenWorkOf } from '../../views/works/work-views.ts'
import { payerOf } from '../headers.ts'
import { checkWork } from './check-work.ts'
import { workDraftOf } from './work-draft.ts'
import { dryRunOfWork, type PricedWork } from './work-dry-run.ts'

type Outcome = ({ draft: WorkDraft } & PricedWork) | { view: WorkView | WrittenWork; isNew: boolean }

/** Checks a work, and submits it unless it is a dry run. @throws Problem 400, 409, 503 */
export async function submitWorkRequest(
  deps: Deps,
  request: FastifyRequest,
  work: WorkRequest,
  isDryRun: boolean,
): Promise<Outcome> {
  const identity = identityOf(request)
  const draft = workDraftOf(identity, work, await checkWork(deps, work), deps.clock.now())
  if (isDryRun) return { draft, ...(await dryRunOfWork(deps, draft, payerOf(request))) }
  await checkRoomForWork(deps, draft.work)
  const submitted = await deps.loadShedding.run(() => submitWork(deps, draft))
  const { userId, _id } = submitted.work
  const chapters = await deps.chapters.outlines(userId, _id)
  return { view: writtenWorkOf(identity, submitted.work, chapters), isNew: submitted.isNew }
}

/** Its texts cost nothing until they are spoken: so an account has no more than so many works. @throws Problem 409 */
async function checkRoomForWork(
  { works }: Pick<Deps, 'works'>,
  { userId, requestId }: Pick<WorkDraft['work'], 'userId' | 'requestId'>,
): Promise<void> {
  if ((await works.count(userId, workLimits.works)) < workLimits.works) return
  if (await works.byRequest(userId, requestId)) return
  throw conflict('too_many_works', `An account has at most ${workLimits.works} works: delete one first`)
}
