import { createHash } from 'node:crypto'
import type { AudioFiles } from '@utter/storage/audio/files'
import { jobOfAudio } from '@utter/storage/audio/name'
import { pMapIterable } from 'p-map'
import type { AudioLine } from './backup-file.ts'

const filesAtOnce = 4

type Files = Pick<AudioFiles, 'list' | 'find' | 'read'>

/** The recordings, each with its checksum: samples of voices are left out, since they are made again. */
export async function* readManifest(files: Files): AsyncGenerator<AudioLine> {
  async function* recordings() {
    for await (const file of files.list()) if (jobOfAudio(file.name)) yield file
  }
  const lines = pMapIterable(
    recordings(),
    async ({ name, sizeBytes }) => {
      const sha256 = await checksumOf(files, name)
      return sha256 === undefined ? [] : [{ audio: { name, sizeBytes, sha256 } }]
    },
    { concurrency: filesAtOnce },
  )
  for await (const line of lines) yield* line
}

/** @returns what is wrong with the file, as a sentence that names its job; undefined when it is as it was */
export async function differenceOf(files: Files, { audio }: AudioLine): Promise<string | undefined> {
  const { name, sizeBytes, sha256 } = audio
  const job = `job ${jobOfAudio(name)}`
  const found = await files.find(name)
  if (!found) return `${job}: ${name} is missing`
  // Canonical numbers are objects of BSON.
  if (found.sizeBytes !== Number(sizeBytes))
    return `${job}: ${name} has ${found.sizeBytes} bytes in place of ${sizeBytes}`
  return (await checksumOf(files, name)) === sha256 ? undefined : `${job}: ${name} is damaged`
}

/** Undefined for a file that was listed and is gone. */
async function checksumOf(files: Files, name: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of files.read(name)) hash.update(chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return hash.digest('hex')
}
