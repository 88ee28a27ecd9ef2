import { clearKafka, runningGroups } from '@utter/messaging/kafkajs/clear-kafka'
import { UsageError } from '../usage-sentence.ts'
import { differenceOf } from './audio-manifest.ts'
import { checkBackup, contentOf } from './backup-file.ts'
import { clearCredentials } from './clear-credentials.ts'
import { createRestorer, eraseAgain, isEmpty, removeDocuments } from './documents.ts'
import { openStores, type StoreAddresses } from './stores.ts'

export type Restored = {
  documents: number
  /** `database.collection id` of documents whose unique value another one has: an account renamed while the backup was made. */
  leftOut: string[]
  audio: number
}

export type RestoreOptions = {
  /** Whether documents that are there are removed. */
  replace: boolean
  /** Secret keys of age, one of which opens a file that is encrypted. */
  identities?: string[]
  /** Called for each audio file that is missing or other than it was. */
  onDifference(sentence: string): void
}

/**
 * Puts the documents of the file in the place of all that is there, empties Kafka, and compares the audio with its manifest. Repeated after a crash,
 * with `replace`, it ends the same.
 * @throws UsageError, before anything is written, for a file that is not whole, processes that run, or documents that are there without `replace`
 */
export async function restoreBackup(
  file: string,
  addresses: StoreAddresses,
  { replace, identities, onDifference }: RestoreOptions,
): Promise<Restored> {
  const { startedAt: backedUpAt, counts } = await checkBackup(file, identities)
  const running = await runningGroups(addresses)
  if (running.length > 0)
    throw new UsageError(`Stop all processes first, and wait for 10 s after a kill: ${running.join(', ')} consume.`)
  await using stores = await openStores(addresses)
  const { client, files } = stores
  if (!replace && !(await isEmpty(client)))
    throw new UsageError('The databases are not empty: with --replace their documents are removed.')

  await clearKafka(addresses)
  await clearCredentials(addresses.REDIS_URL)
  const deleted = await removeDocuments(client)
  const now = new Date()
  const restorer = createRestorer(client, { backedUpAt, now, deleted })
  let leftOut: string[] | undefined
  for await (const line of contentOf(file, identities)) {
    if ('document' in line) {
      await restorer.add(line)
      continue
    }
    // The manifest follows the documents.
    leftOut ??= await restorer.end()
    const difference = await differenceOf(files, line)
    if (difference) onDifference(difference)
  }
  leftOut ??= await restorer.end()
  await eraseAgain(client, now)
  const documents = Object.values(counts.documents).reduce((sum, count) => sum + count, 0)
  return { documents, leftOut, audio: counts.audio }
}
