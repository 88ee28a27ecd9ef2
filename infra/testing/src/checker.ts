import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import mongoose, { type Connection } from 'mongoose'
import { inject } from 'vitest'
import type { Customer } from './customer.ts'
import { eventually } from './eventually.ts'
import { readAccount, violationsAtRest } from './job-invariants.ts'
import { testOperator, testTarget } from './operator.ts'

export type Stores = { mongoUrl: string; audioDir: string }
type Claim = { _id: string; result?: { fruit?: { name?: string }; failed?: unknown } }

/**
 * Looks through all stores for what is promised of one account, once nothing is on the road any more: one end a job, one call,
 * one ledger row and one recording, nothing unsaid, and a stream without gap or double.
 * @returns a sentence for each promise that is broken
 */
export async function brokenPromises(customer: Customer, { mongoUrl, audioDir }: Stores): Promise<string[]> {
  const userId = customer.user?.id ?? ''
  const open = (dbName: string) =>
    mongoose.createConnection(mongoUrl, { dbName, serverSelectionTimeoutMS: 5_000 }).asPromise()
  const [jobs, billing, speech, chat] = (await Promise.all(['jobs', 'billing', 'speech', 'chat'].map(open))) as [
    Connection,
    Connection,
    Connection,
    Connection,
  ]
  try {
    const account = await readAccount(jobs, userId)
    const completed = account.jobs.filter(({ status }) => status === 'completed').map(({ _id }) => _id)
    const owing = account.jobs.filter(({ call }) => call?.owed).map(({ _id }) => _id)
    const rows = (await billing.collection('ledger').find({ userId }).toArray()).map(({ _id }) => String(_id))
    const claims = (connection: Connection) =>
      connection.collection('claims').find({ userId }).toArray() as unknown as Promise<Claim[]>
    const [spoken, written] = await Promise.all([claims(speech), claims(chat)])
    const files = new Set((await readdir(audioDir, { recursive: true })).map((path) => path.split('/').at(-1) ?? ''))
    return [
      ...violationsAtRest(account),
      ...difference('job', owing, rows, 'owes a call and stands in no row of the ledger'),
      ...difference('row', rows, owing, 'stands in the ledger for a job that owes nothing'),
      ...completed.flatMap((id) => {
        const name = spoken.find(({ _id }) => _id === `${id}:speech`)?.result?.fruit?.name
        if (!name) return [`job ${id} was completed, and speech knows of no recording`]
        return files.has(name) ? [] : [`job ${id} was completed, and its file is gone`]
      }),
      ...[...spoken, ...written].filter(({ result }) => !result).map(({ _id }) => `the claim ${_id} was left behind`),
      ...(await brokenStreams(customer, account.jobs)),
    ]
  } finally {
    await Promise.all([jobs, billing, speech, chat].map((connection) => connection.close()))
  }
}

const difference = (what: string, all: string[], known: string[], sentence: string): string[] =>
  all.filter((id) => !known.includes(id)).map((id) => `${what} ${id} ${sentence}`)

/** Each job's stream read from its start: every version once, in order. */
async function brokenStreams(customer: Customer, jobs: { _id: string; version: number }[]): Promise<string[]> {
  const broken: string[] = []
  for (const { _id, version } of jobs) {
    const events = await customer.events(`/api/events/${_id}`, { lastEventId: '0', limitMs: 10_000 })
    const ids = events.map(({ id }) => id).join()
    if (ids !== Array.from({ length: version }, (_, i) => i + 1).join())
      broken.push(`the stream of job ${_id} tells the versions ${ids} of ${version}`)
  }
  return broken
}

/** After a recount, and once the sweepers have found nothing more to do, no promise is broken. */
export async function expectAtRest(customer: Customer): Promise<void> {
  await (await testOperator()).recount(customer.email)
  const { backing } = (await testTarget()).run
  const stores = { mongoUrl: backing.MONGO_URL ?? '', audioDir: join(inject('platform').dataDir, 'audio') }
  await eventually(
    'the account is at rest',
    async () => {
      const broken = await brokenPromises(customer, stores)
      if (broken.length > 0) throw new Error(broken.join('\n'))
      return true
    },
    60_000,
  )
}
