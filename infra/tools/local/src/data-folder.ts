import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Lock, tryLock } from './cache/lock.ts'
import { readRun } from './processes/run-file.ts'
import { StartError } from './start-error.ts'

export type Migration = (dataDir: string) => Promise<void>

/** Formats 2 and 3 renamed fields of documents; nothing older is worth a migration. */
const refuse: Migration = async (dataDir) => {
  throw new StartError(
    `The data in ${dataDir} was written by an older Utter, and this one cannot read it: remove it by \`npm run clean\`, or set UTTER_DATA to another folder.`,
  )
}

/** The migrations of a data folder: from format n to n + 1 at index n - 1. */
export const migrations: Migration[] = [refuse, refuse]

/** Locks the data folder for this process and migrates it to the present format. */
export async function takeDataFolder(dataDir: string, steps: Migration[] = migrations): Promise<Lock> {
  // Other users of this machine have no business here: hashes of passwords, texts, sound.
  process.umask(0o077)
  await makePrivate(dataDir).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `The data folder ${dataDir} cannot be made (${error.code}): set UTTER_DATA to a folder that can be written.`,
    )
  })
  const lock = tryLock(join(dataDir, 'lock'))
  if (!lock) {
    const other = await readRun(dataDir)
    const where = other ? ` (process ${other.pid}, ${other.publicUrl})` : ''
    throw new StartError(
      `Utter already runs on the data in ${dataDir}${where}: stop it first, or set UTTER_DATA to another folder.`,
    )
  }
  try {
    await migrate(dataDir, steps)
    return lock
  } catch (error) {
    lock.release()
    throw error
  }
}

async function makePrivate(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // A folder of an older start may be open to all.
  await chmod(dataDir, 0o700)
}

async function migrate(dataDir: string, steps: Migration[]): Promise<void> {
  const file = join(dataDir, 'format')
  const newest = steps.length + 1
  const kept = await readFile(file, 'utf8').catch(() => String(newest)) // An empty folder starts in the newest form.
  let format = Number(kept)
  if (!Number.isInteger(format) || format < 1)
    throw new StartError(
      `${file} should hold a number and does not: restore it from a copy, or choose another UTTER_DATA.`,
    )
  if (format > newest) {
    throw new StartError(
      `The data in ${dataDir} was written by a newer Utter (format ${format}, this one knows ${newest}): update Utter, or set UTTER_DATA to another folder.`,
    )
  }
  for (const step of steps.slice(format - 1)) {
    await step(dataDir)
    format += 1
    await writeFile(file, `${format}\n`)
  }
  await writeFile(file, `${format}\n`)
}
