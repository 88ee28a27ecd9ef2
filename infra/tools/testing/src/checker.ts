import { join } from 'node:path'
import { inject } from 'vitest'
import type { Customer } from './customer.ts'
import { eventually } from './eventually.ts'
import { violationsAtRest } from './job-invariants.ts'
import { testOperator, testTarget } from './operator.ts'
import { brokenClaims } from './promises/claims.ts'
import { brokenMoney } from './promises/money.ts'
import { brokenOutboxes } from './promises/outboxes.ts'
import { type Picture, readPicture, type Stores } from './promises/picture.ts'
import { brokenRecordings } from './promises/recordings.ts'
import { brokenReferrals } from './promises/referrals.ts'
import { brokenStreams, type ReadStream, streamsOf } from './promises/streams.ts'

export type Circumstances = {
  /** A process or a store was killed, frozen or cut off, so tries may have left files for the sweeper. */
  disturbed: boolean
  /** Jobs that were answered with 202: they are there. */
  accepted?: string[]
}

/**
 * Looks through all stores for what is promised of one account, once nothing is on the road any more and its calls were
 * counted anew: one end a job, one call, one ledger row and one recording; nothing claimed or unpublishedSince; plan and referrals as
 * their owners say; and streams without gap or double.
 * @returns a sentence for each promise that is broken
 */
export async function brokenPromises(
  userId: string,
  stores: Stores,
  read: ReadStream,
  circumstances: Circumstances,
): Promise<string[]> {
  const picture = await readPicture(userId, stores)
  const broken = brokenInStores(picture, circumstances)
  return [...broken, ...(await brokenStreams(picture.jobs.jobs, read))]
}

const brokenInStores = (picture: Picture, { disturbed, accepted = [] }: Circumstances): string[] => [
  ...accepted.flatMap((id) =>
    picture.jobs.jobs.some(({ _id }) => _id === id) ? [] : [`job ${id} was accepted and is not there`],
  ),
  ...violationsAtRest(picture.jobs),
  ...brokenMoney(picture),
  ...brokenClaims(picture),
  ...brokenRecordings(picture, disturbed),
  ...brokenReferrals(picture),
  ...brokenOutboxes(picture),
]

/** After a recount, and once the sweepers have found nothing more to do, no promise is broken. */
export async function expectAtRest(
  customer: Customer,
  circumstances: Circumstances = { disturbed: true },
  limitMs = 60_000,
): Promise<void> {
  const userId = customer.user?.id ?? ''
  const { backing } = (await testTarget()).run
  const stores = { mongoUrl: backing.MONGO_URL ?? '', audioDir: join(inject('platform').dataDir, 'audio') }
  await eventually('the calls are counted anew', async () => {
    await (await testOperator()).recount(customer.email)
    return true
  })
  await eventually(
    'the account is at rest',
    async () => {
      // Streams are read once the stores are at rest: before that they have no end.
      const broken = brokenInStores(await readPicture(userId, stores), circumstances)
      if (broken.length === 0)
        broken.push(...(await brokenPromises(userId, stores, streamsOf(customer), circumstances)))
      if (broken.length > 0) throw new Error(broken.join('\n'))
      return true
    },
    limitMs,
  )
}
