import { createLimitBySender } from '@utter/http/limits/limit-in-flight'
import pLimit from 'p-limit'
import type { Deps } from '../../deps.ts'
import { asItIsNow } from '../../domain/job/as-it-is-now.ts'
import type { Job } from '../../domain/job/job.ts'
import { pronunciationsOf } from '../../lifecycle/pronunciations-of.ts'

/** Sections that speech is asked for at once, for one work of an account: it cuts each into its pieces, which takes it some 40 ms. */
const atOnce = 2
const oneOfAccount = createLimitBySender('kept-shares', 1)
/** A price that comes later than this helps nobody. */
const limitMs = 10_000

type SharesDeps = Pick<Deps, 'keptPieces' | 'pronunciations' | 'allowances' | 'plans' | 'versions' | 'clock' | 'log'>

/**
 * How much of the text of each job its account has kept by works of before, 0 to 1. An account that has kept nothing costs one question.
 * @param jobs sections of one account
 * @returns undefined where speech does not tell it, or not in time, or while another work of the account is asked for
 */
export async function keptShares(deps: SharesDeps, jobs: Job[]): Promise<number[] | undefined> {
  const { keptPieces, versions, clock, log } = deps
  const [first, ...others] = jobs
  if (!first) return []
  const list = await pronunciationsOf(deps, first.userId)
  const end = clock.now().getTime() + limitMs
  let leave = () => {}
  const shareOf = async (job: Job) => {
    if (clock.now().getTime() > end) throw new Error('speech was not asked for all of it in time')
    return keptPieces.shareOf(asItIsNow(job, versions(), list))
  }
  try {
    leave = oneOfAccount.enter(first.userId)
    const { hasAny, share } = await shareOf(first)
    if (!hasAny) return jobs.map(() => 0)
    const limit = pLimit({ concurrency: atOnce, rejectOnClear: true })
    const rest = limit.map(others, shareOf).catch((error: unknown) => {
      limit.clearQueue()
      throw error
    })
    return [share, ...(await rest).map((answer) => answer.share)]
  } catch (error) {
    log.warn({ err: error }, 'what an account has kept of a work is not told')
    return undefined
  } finally {
    leave()
  }
}
