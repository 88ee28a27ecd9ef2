import type { Customer } from '../customers/customer.ts'
import { eventually } from '../eventually.ts'
import { testOperator } from '../setup/operator.ts'
import { testStores } from '../setup/stores.ts'
import { claimViolations } from './claims.ts'
import { violationsAtRest } from './job-invariants.ts'
import { pieceViolations } from './kept-pieces.ts'
import { keyCapViolations } from './key-caps.ts'
import { billingViolations } from './money.ts'
import { outboxViolations } from './outboxes.ts'
import { recordingViolations } from './recordings.ts'
import { referralViolations } from './referrals.ts'
import { readSnapshot, type Snapshot, type Stores } from './snapshot.ts'
import { type ReadStream, streamsOf, streamViolations } from './streams.ts'

export type Circumstances = {
  /** A process or a store was killed, frozen or cut off, so tries may have left files for the sweeper. */
  disturbed: boolean
  /** Jobs that were answered with 202: they are there. */
  accepted?: string[]
}

/**
 * Checks an account's promises in all stores, once no job is active any more and its calls were counted again: one end
 * a job, one call, one ledger row and one recording; nothing claimed or unpublished; plan and referrals as their owners
 * have them; works whose sections have their sounds, and kept pieces for works alone; and streams without gap or double.
 * @returns a sentence for each promise that is broken
 */
export async function violationsOf(
  userId: string,
  stores: Stores,
  read: ReadStream,
  circumstances: Circumstances,
): Promise<string[]> {
  const snapshot = await readSnapshot(userId, stores)
  const found = violationsInStores(snapshot, circumstances)
  return [...found, ...(await streamViolations(snapshot.jobs.jobs, read))]
}

const violationsInStores = (snapshot: Snapshot, { disturbed, accepted = [] }: Circumstances): string[] => [
  ...accepted.flatMap((id) =>
    snapshot.jobs.jobs.some(({ _id }) => _id === id) ? [] : [`job ${id} was accepted and is not there`],
  ),
  ...violationsAtRest(snapshot.jobs),
  ...billingViolations(snapshot),
  ...keyCapViolations(snapshot),
  ...claimViolations(snapshot),
  ...recordingViolations(snapshot, disturbed),
  ...pieceViolations(snapshot, disturbed),
  ...referralViolations(snapshot),
  ...outboxViolations(snapshot),
]

/** After a recount, and once the sweepers have found nothing more to do, no promise is broken. */
export async function expectAtRest(
  customer: Customer,
  circumstances: Circumstances = { disturbed: true },
): Promise<void> {
  const userId = customer.user?.id ?? ''
  const stores = await testStores()
  await eventually('the calls are counted anew', async () => {
    await (await testOperator()).recount(customer.email)
    return true
  })
  await eventually('the account is at rest', async () => {
    // Streams are read once the stores are at rest: before that they have no end.
    const found = violationsInStores(await readSnapshot(userId, stores), circumstances)
    if (found.length === 0) found.push(...(await violationsOf(userId, stores, streamsOf(customer), circumstances)))
    if (found.length > 0) throw new Error(found.join('\n'))
    return true
  })
}
