import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../start-error.ts'

// Checksums of our own: a registry's checksum comes from that registry, so it shows a broken download, not an exchanged file.

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Holds every file of a folder against a list in the form of `sha256sum`: each must be there and nothing else.
 * @throws StartError naming the first file that differs from the list
 */
export async function checkSums(folder: string, listFile: string): Promise<void> {
  const listed = new Map(
    (await readFile(listFile, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split('  ').reverse() as [name: string, sum: string]),
  )
  const present = new Set(await readdir(folder))
  for (const name of new Set([...listed.keys(), ...present])) {
    if (!present.has(name) || listed.get(name) !== (await sha256Of(join(folder, name))))
      throw new StartError(`${name} is not the file it should be`)
  }
}
