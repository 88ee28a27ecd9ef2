import { setTimeout as pause } from 'node:timers/promises'
import { planOf, standardPlans } from '@utter/contracts/plans'
import { CallRefused } from '@utter/http/call'
import pMap from 'p-map'
import type { Operator } from '../operator.ts'
import { UsageError } from '../usage-sentence.ts'
import { demoJobs } from './demo-jobs.ts'
import { type Person, runJob, signUp, userOf } from './person.ts'

export type Demo = Pick<Person, 'email' | 'password'> & { moved: number }
type Options = {
  /** The gateway's address. */
  url: string
  operator: Operator
  count: number
  report: (sentence: string) => void
}

const nobody = '00000000-0000-4000-8000-000000000000'
const plan = planOf(standardPlans, 'pro')
/** Requests in 60 s while the jobs are made: by the plan's ten they would take twenty minutes. */
const rateMeanwhile = 100_000
/** So few at once that each job takes about as long as one that is alone. */
const concurrency = 4
const jobLimitMs = 600_000
const appliedLimitMs = 60_000
const settledLimitMs = 120_000
const reportEvery = 20

/**
 * A pro account that looks as if it had been used for two days: its jobs are real ones, by the routes that everybody uses, and are then
 * dated back. @throws CallRefused by a platform in production, before anything is made
 */
export async function makeDemo({ url, operator, count, report }: Options): Promise<Demo> {
  await operator.backdate(nobody, [])
  const person = await signUp(url)
  const { email, password, userId } = person
  await operator.setRate(email, rateMeanwhile)
  await operator.setPlan(email, plan.name)
  await until(
    'The plan was not applied',
    appliedLimitMs,
    async () => (await userOf(person)).subscriptionTier === plan.name,
  )
  report(`${email} has the plan ${plan.name}; ${count} jobs are being done.`)

  const startedMs = Date.now()
  let ended = 0
  const moves = await pMap(
    demoJobs(count, new Date()),
    async (job) => {
      const id = await runJob(person, job, jobLimitMs)
      ended++
      const seconds = Math.round((Date.now() - startedMs) / 1_000)
      if (ended % reportEvery === 0 || ended === count)
        report(`${ended} of ${count} jobs have ended, after ${seconds} s.`)
      return { id, createdAt: job.createdAt.toISOString() }
    },
    { concurrency },
  )
  let moved = 0
  await until('The jobs were not settled', settledLimitMs, async () => {
    moved = (await operator.backdate(userId, moves).catch(unlessUnderWay)) ?? -1
    return moved >= 0
  })
  await operator.setRate(email, plan.rate)
  return { email, password, moved }
}

const unlessUnderWay = (error: unknown) => {
  if (error instanceof CallRefused && error.status === 503) return undefined
  throw error
}

/** @throws UsageError when it did not become true in time */
async function until(otherwise: string, limitMs: number, isTrue: () => Promise<boolean>): Promise<void> {
  for (const endMs = Date.now() + limitMs; !(await isTrue()); await pause(500))
    if (Date.now() > endMs) throw new UsageError(`${otherwise} within ${limitMs / 1_000} s: see \`status\`.`)
}
