import { setImmediate as breathe } from 'node:timers/promises'
import { Problem } from '@utter/http/problem'
import type { Deps } from '../deps.ts'
import type { Job } from '../domain/job/job.ts'
import { unspokenLanguage } from '../domain/job/unspoken-language.ts'
import { type Item, rejectionOf } from './batch-items.ts'

type CheckDeps = Pick<Deps, 'jobs' | 'versions' | 'foreignLanguage'>

function refusalOf({ versions, foreignLanguage }: CheckDeps, draft: Job): Problem | undefined {
  const refusal = unspokenLanguage(draft, versions(), foreignLanguage)
  return refusal && new Problem(400, 'language_not_spoken', refusal.message, { details: [refusal] })
}

/**
 * recipe 1: before anything is charged. A request that has its job already is answered with that, whatever voices there are now.
 * @throws Problem 400 `language_not_spoken` where the voice, or with `default` each, certainly does not speak the language
 */
export async function checkLanguage(deps: CheckDeps, draft: Job): Promise<void> {
  const refusal = refusalOf(deps, draft)
  if (refusal && !(await deps.jobs.byRequest(draft.userId, draft.requestId))) throw refusal
}

/** The items of a batch, those rejected whose voice certainly does not speak their language. Other requests are served in between. */
export async function withLanguagesChecked(deps: CheckDeps, userId: string, items: Item[]): Promise<Item[]> {
  const refusals = new Map<Item, Problem>()
  for (const item of items) {
    if (!('draft' in item)) continue
    const refusal = refusalOf(deps, item.draft)
    if (refusal) refusals.set(item, refusal)
    await breathe()
  }
  if (refusals.size === 0) return items
  const requestIds = [...refusals.keys()].flatMap((item) => ('draft' in item ? item.draft.requestId : []))
  const known = new Set((await deps.jobs.byRequests(userId, requestIds)).map(({ requestId }) => requestId))
  return items.map((item) => {
    const refusal = refusals.get(item)
    if (!refusal || !('draft' in item) || known.has(item.draft.requestId)) return item
    return { rejection: rejectionOf(item.draft.requestId, refusal) }
  })
}
