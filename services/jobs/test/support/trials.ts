import { randomUUID } from 'node:crypto'
import { monthOf } from '@utter/contracts/period'
import { planOf, standardPlans } from '@utter/contracts/plans'
import { openDatabase } from '@utter/testing/setup/databases'
import { tryUpdate } from '@utter/testing/try-update'
import type { mongo } from 'mongoose'
import { newAllowance } from '../../src/domain/allowance/allowance.ts'
import type { Job } from '../../src/domain/job/job.ts'
import type { StoredAllowance } from '../../src/store/allowances/updates.ts'
import { openAllowances } from '../../src/store/allowances.ts'
import { openJobs } from '../../src/store/jobs.ts'
import { aJob, now } from './a-job.ts'

export const later = (ms: number): Date => new Date(now.getTime() + ms)

/** The store of allowances on a database of its own. `base`: the fields of an account to which each update of the file applies. */
export async function openAllowanceTrials(name: string, base: Partial<StoredAllowance> = {}) {
  const { connection, close } = await openDatabase(`jobs-${name}`)
  const store = await openAllowances(connection)
  const collection = connection.collection('allowances') as unknown as mongo.Collection<StoredAllowance>
  const anAccount = (more: Partial<StoredAllowance>): StoredAllowance => ({
    ...newAllowance(randomUUID(), planOf(standardPlans, 'free'), now, monthOf(now, now)),
    ...base,
    ...more,
  })
  return {
    store,
    collection,
    /** @param more fields in which the account differs from `base` */
    trial(more: Partial<StoredAllowance>, act: (account: StoredAllowance) => Promise<unknown>) {
      const account = anAccount(more)
      return tryUpdate(collection, [account, anAccount({})], () => act(account))
    },
    [Symbol.asyncDispose]: close,
  }
}
export type AllowanceTrials = Awaited<ReturnType<typeof openAllowanceTrials>>

/** The store of jobs on a database of its own. */
export async function openJobTrials(name: string) {
  const { connection, close } = await openDatabase(`jobs-${name}`)
  const store = await openJobs(connection)
  const model = connection.model<Job>('jobs')
  const collection = connection.collection('jobs') as unknown as mongo.Collection<Job>
  return {
    store,
    model,
    collection,
    /** @param base fields of a job to which the update applies @param more fields in which this one differs */
    trial(base: Partial<Job>, more: Partial<Job>, act: (job: Job) => Promise<unknown>) {
      const { userId } = aJob()
      const job: Job = { ...aJob({ userId }), ...base, ...more }
      return tryUpdate<Job>(collection, [job, { ...aJob({ userId, requestId: 'other' }), ...base }], () => act(job))
    },
    [Symbol.asyncDispose]: close,
  }
}
export type JobTrials = Awaited<ReturnType<typeof openJobTrials>>
