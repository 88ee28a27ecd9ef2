import { randomUUID } from 'node:crypto'
import type { Job } from '@utter/jobs/domain/job/job'
import type { Connection } from 'mongoose'
import { allowanceOf, submittingJob } from '../same-job.ts'

const hour = 3_600_000

/** Remains of dead processes: so many subjects of one sweep, each due, and each published once when it is handled. */
export const leftBehind = {
  /** Accounts, each with a job that is among the active ones and still waiting by its own document. */
  accounts: async (connection: Connection, count: number): Promise<Set<string>> => {
    const jobs = many(count, () => ({ queue: 'waiting' }))
    const allowances = jobs.map(({ _id, userId, call }) => ({
      ...allowanceOf(userId, call.period),
      used: 1,
      active: [{ id: _id, period: call.period }],
      reconcileAt: ago(),
    }))
    await connection.collection('jobs').insertMany(jobs as never[])
    await connection.collection('allowances').insertMany(allowances as never[])
    return idsOf(jobs)
  },
  /** Active jobs whose request no worker took in time. */
  'overdue jobs': (connection: Connection, count: number) =>
    insert(
      connection,
      many(count, () => ({
        queue: 'active',
        lane: 'fast',
        attempt: 1,
        starts: 1,
        dueAt: ago(),
        giveUpAt: new Date(Date.now() + hour),
      })),
    ),
  /** Changes that were not published. */
  'outbox entries': (connection: Connection, count: number) =>
    insert(
      connection,
      many(count, () => ({ queue: 'waiting', unpublishedSince: ago() })),
    ),
} satisfies Record<string, (connection: Connection, count: number) => Promise<Set<string>>>

export type Subject = keyof typeof leftBehind

/** Due, oldest first, so that all replicas find the same. */
const ago = () => new Date(Date.now() - hour - Math.random() * 1_000)

type Due = Job & { call: { period: Date } }

function many(count: number, more: () => Partial<Job>): Due[] {
  const period = new Date(Date.now() - hour)
  return Array.from({ length: count }, () => ({
    ...submittingJob(randomUUID(), 'Good morning'),
    status: 'pending' as const,
    version: 1,
    timeline: [{ at: period, step: 'submitted', status: 'pending' as const, progress: 0 }],
    call: { period, owed: true },
    ...more(),
  })) as Due[]
}

async function insert(connection: Connection, jobs: Job[]): Promise<Set<string>> {
  await connection.collection('jobs').insertMany(jobs as never[])
  return idsOf(jobs)
}
const idsOf = (jobs: Job[]) => new Set(jobs.map(({ _id }) => _id))
