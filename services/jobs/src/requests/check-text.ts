import { setImmediate as breathe } from 'node:timers/promises'
import { planOf, type TierName } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { Problem } from '@utter/http/problem'
import type { Deps } from '../deps.ts'
import type { Job } from '../domain/job/job.ts'
import { unspokenLanguage } from '../domain/voice/unspoken-language.ts'
import { type Item, rejectionOf } from './batch-items.ts'
import { unmarked } from './check-marks.ts'

type CheckDeps = Pick<Deps, 'jobs' | 'versions' | 'foreignLanguage' | 'plans'>

/**
 * Why the draft's text is not taken: a mark that is not, too long for a call of the plan, or in a language that its voice does not speak.
 * @param earlierText taken once, so that its length is taken again
 */
function refusalOf(deps: CheckDeps, draft: Job, tier: TierName, earlierText?: string): Problem | undefined {
  const read = unmarked(draft, deps.versions())
  if ('refusal' in read) return read.refusal
  const tooLong = draft.userText === earlierText ? undefined : tooLongFor(deps, read.characters, tier)
  return tooLong ?? notSpoken(deps, { ...draft, userText: read.text })
}

function tooLongFor({ plans }: CheckDeps, characters: number, tier: TierName): Problem | undefined {
  const max = planOf(plans, tier).charactersPerCall
  if (characters <= max) return undefined
  const message = `User text must be at most ${max} characters on the ${tier} plan`
  return new Problem(400, 'text_too_long_for_plan', message, { details: [{ field: 'userText', message }] })
}

function notSpoken({ versions, foreignLanguage }: CheckDeps, draft: Job): Problem | undefined {
  const refusal = unspokenLanguage(draft, versions(), foreignLanguage)
  return refusal && new Problem(400, 'language_not_spoken', refusal.message, { details: [refusal] })
}

/**
 * recipe 1: before anything is charged. A request that has its job already is answered with that, whatever voices there are now, and
 * whatever the plan is.
 * @param earlierText of the job that the draft repeats: what was taken once is taken again
 * @throws Problem 400 `invalid_mark`, `text_too_long_for_plan`, or `language_not_spoken` where the voice, with `default` each, certainly does not speak it
 */
export async function checkText(
  deps: CheckDeps,
  draft: Job,
  { tier }: Pick<Identity, 'tier'>,
  earlierText?: string,
): Promise<void> {
  const refusal = refusalOf(deps, draft, tier, earlierText)
  if (refusal && !(await deps.jobs.byRequest(draft.userId, draft.requestId))) throw refusal
}

/** The items of a batch, those rejected whose text is not taken. Other requests are served in between. */
export async function withTextsChecked(
  deps: CheckDeps,
  { userId, tier }: Pick<Identity, 'userId' | 'tier'>,
  items: Item[],
): Promise<Item[]> {
  const refusals = new Map<Item, Problem>()
  for (const item of items) {
    if (!('draft' in item)) continue
    const refusal = refusalOf(deps, item.draft, tier)
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
