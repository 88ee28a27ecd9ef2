import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { monthOf } from '@utter/contracts/period'
import { planOf, standardPlans } from '@utter/contracts/plans'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import type { mongo } from 'mongoose'
import { expect, inject } from 'vitest'
import '@utter/testing/setup/provided'
import { newAllowance } from '../../src/domain/allowance/allowance.ts'
import type { Job } from '../../src/domain/job/job.ts'
import type { StoredAllowance } from '../../src/store/allowances/updates.ts'
import { openAllowances } from '../../src/store/allowances.ts'
import { openJobs } from '../../src/store/jobs.ts'
import { aJob, now } from './a-job.ts'

export const later = (ms: number): Date => new Date(now.getTime() + ms)

/** Fields in which a document differs from what it was; null: removed. */
const changedFields = (before: object, after: object): object =>
  Object.fromEntries(
    Object.entries({ ...Object.fromEntries(Object.keys(before).map((field) => [field, null])), ...after }).filter(
      ([field, value]) => !isDeepStrictEqual(value, before[field as never]),
    ),
  )

async function openDatabase(name: string) {
  const database = `jobs-${name}-${randomUUID().slice(0, 8)}`
  return openMongo(inject('backing').MONGO_URL, database, createLog('jobs', 'silent'))
}

/**
 * Tries an update on a document beside which another one stands that only differs by its ids, so that the update would match it. @returns the
 * update's result, and the changed fields; null: the document is removed
 */
async function tried<Held extends { _id: string }>(
  collection: mongo.Collection<Held>,
  [own, other]: [Held, Held],
  act: () => Promise<unknown>,
) {
  const read = async ({ _id }: Held) => (await collection.findOne({ _id } as never)) as Held | null
  await collection.deleteMany({})
  // The other one first: it would be found first.
  await collection.insertMany([other, own] as never[])
  const before = await read(own)
  const result = await act()
  expect(await read(other)).toEqual(other)
  const after = await read(own)
  return { result, changed: before && after && changedFields(before, after) }
}

/** The store of allowances on a database of its own. `base`: the fields of an account to which each update of the file applies. */
export async function openAllowanceTrials(name: string, base: Partial<StoredAllowance> = {}) {
  const { connection, close } = await openDatabase(name)
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
      return tried(collection, [account, anAccount({})], () => act(account))
    },
    [Symbol.asyncDispose]: close,
  }
}
export type AllowanceTrials = Awaited<ReturnType<typeof openAllowanceTrials>>

/** The store of jobs on a database of its own. */
export async function openJobTrials(name: string) {
  const { connection, close } = await openDatabase(name)
  const store = await openJobs(connection)
  const collection = connection.collection('jobs') as unknown as mongo.Collection<Job>
  return {
    store,
    collection,
    /** @param base fields of a job to which the update applies @param more fields in which this one differs */
    trial(base: Partial<Job>, more: Partial<Job>, act: (job: Job) => Promise<unknown>) {
      const { userId } = aJob()
      const job: Job = { ...aJob({ userId }), ...base, ...more }
      return tried<Job>(collection, [job, { ...aJob({ userId, requestId: 'other' }), ...base }], () => act(job))
    },
    [Symbol.asyncDispose]: close,
  }
}
export type JobTrials = Awaited<ReturnType<typeof openJobTrials>>
