import type { Connection } from 'mongoose'
import type { BenchCustomer } from '../customers.ts'
import { allowanceOf, finishedJob } from '../same-job.ts'

const batch = 200
/** A job a minute, into the past. */
const apartMs = 60_000

export type Filled = {
  count: number
  perSecond: number
  /** The cursor of the page in the middle, as jobs makes it. */
  middle: string
}

/**
 * Inserts ended jobs of one account, as jobs stores them, and its totals.
 * @param sizes from the largest down; the first that the speed of the first batches promises in time is taken
 */
export async function fillHistory(
  connection: Connection,
  { userId, signedUpAt }: BenchCustomer,
  sizes: number[],
  withinMs: number,
): Promise<Filled> {
  const jobs = connection.collection('jobs')
  const newestMs = Date.now() - 3 * 3_600_000
  const middle: { at?: Date; id?: string } = {}
  const startMs = performance.now()
  let count = 0
  let wanted = sizes.at(-1) ?? 0
  while (count < wanted) {
    const documents = Array.from({ length: Math.min(batch, wanted - count) }, (_, i) =>
      finishedJob(userId, new Date(newestMs - (count + i) * apartMs)),
    )
    await jobs.insertMany(documents as never[], { ordered: false })
    count += documents.length
    const [first] = documents
    if (first && count <= wanted / 2) Object.assign(middle, { at: first.createdAt, id: first._id })
    const elapsedMs = performance.now() - startMs
    const promised = (count / elapsedMs) * withinMs
    if (count <= 10 * batch) wanted = sizes.find((size) => size <= promised) ?? wanted
    if (elapsedMs > 1.5 * withinMs) break
  }
  await connection.collection('allowances').insertOne(totalsOf(userId, signedUpAt, count) as never)
  return {
    count,
    perSecond: count / ((performance.now() - startMs) / 1_000),
    middle: Buffer.from(`${middle.at?.getTime()}.${middle.id}`).toString('base64url'),
  }
}

const totalsOf = (userId: string, signedUpAt: string, completed: number) => ({
  ...allowanceOf(userId, new Date(signedUpAt)),
  rev: completed * 2,
  periodEnd: new Date(Date.now() + 20 * 86_400_000),
  used: completed,
  totals: { completed, failed: 0 },
})
