import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { admitting, allowance, type RawJob } from '../same-job.ts'

const hour = 3_600_000

/** What dead processes leave: so many subjects of one sweep, each due, and each told of once when it is seen to. */
export const leftBehind = {
  /** Accounts, each with a job that was given its place and was not told so. */
  accounts: async (connection: Connection, count: number): Promise<Set<string>> => {
    const jobs = many(count, () => ({ queue: 'waiting' }))
    const allowances = jobs.map(({ _id, userId, call }) => ({
      ...allowance(),
      _id: userId,
      period: call.period,
      anchor: call.period,
      used: 1,
      places: [{ id: _id, period: call.period }],
      lookAt: ago(),
    }))
    await connection.collection('jobs').insertMany(jobs as never[])
    await connection.collection('allowances').insertMany(allowances as never[])
    return idsOf(jobs)
  },
  /** Jobs on the road whose request nobody took in time. */
  'overdue jobs': (connection: Connection, count: number) =>
    insert(
      connection,
      many(count, () => ({
        queue: 'road',
        lane: 'fast',
        attempt: 1,
        tries: 1,
        dueAt: ago(),
        giveUpAt: new Date(Date.now() + hour),
      })),
    ),
  /** Changes that nobody was told of. */
  'outbox entries': (connection: Connection, count: number) =>
    insert(
      connection,
      many(count, () => ({ queue: 'waiting', unpublishedSince: ago() })),
    ),
} satisfies Record<string, (connection: Connection, count: number) => Promise<Set<string>>>

export type Subject = keyof typeof leftBehind

/** Due, oldest first, so that all replicas find the same. */
const ago = () => new Date(Date.now() - hour - Math.random() * 1_000)

function many(count: number, more: () => Record<string, unknown>) {
  const period = new Date(Date.now() - hour)
  return Array.from({ length: count }, () => ({
    ...(admitting(randomUUID(), 'Good morning') as RawJob),
    status: 'pending',
    version: 1,
    timeline: [{ at: period, step: 'submitted', status: 'pending', progress: 0 }],
    call: { period, owed: true },
    ...more(),
  })) as (RawJob & { call: { period: Date } })[]
}

async function insert(connection: Connection, jobs: RawJob[]): Promise<Set<string>> {
  await connection.collection('jobs').insertMany(jobs as never[])
  return idsOf(jobs)
}
const idsOf = (jobs: RawJob[]) => new Set(jobs.map(({ _id }) => _id))
