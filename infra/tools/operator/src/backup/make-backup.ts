import { existsSync } from 'node:fs'
import { UsageError } from '../usage-sentence.ts'
import { readManifest } from './audio-manifest.ts'
import { type Counts, writeBackup } from './backup-file.ts'
import { readDocuments } from './documents.ts'
import type { OpenStores } from './stores.ts'

/**
 * Writes all documents, then the manifest of the audio, into one file. The processes may run.
 * @param recipients public keys of age, to which the file is encrypted @throws UsageError when the file exists
 */
export async function makeBackup(
  file: string,
  { client, files }: Pick<OpenStores, 'client' | 'files'>,
  recipients: string[] = [],
): Promise<Counts> {
  if (existsSync(file)) throw new UsageError(`${file} exists already.`)
  async function* content() {
    yield* readDocuments(client)
    // Last: what was removed meanwhile is missed by nobody, and no job names what was added.
    yield* readManifest(files)
  }
  return writeBackup(file, new Date(), content(), recipients)
}
