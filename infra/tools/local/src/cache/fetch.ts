import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../report.ts'
import { messageOf, StartError } from '../start-error.ts'
import { waitForLock } from './lock.ts'
import { matchesManifest, writeManifest } from './manifest.ts'

export type Fetch = {
  cacheDir: string
  /** With the version, the folder's name in the cache. */
  name: string
  version: string
  /** Its name in sentences for people, in the form that begins one; name and version when not given. */
  label?: string
  /** The participle in those sentences, where 'fetched' would not be true. */
  verb?: string
  report: Report
  /** Fills the folder, with `note` for its progress. When it throws, nothing is kept. */
  make: (tmpDir: string, note: (text: string) => void) => Promise<void>
}

const plainNoteEveryMs = 10_000

/**
 * The folder of something that is fetched once and kept. It is made under another name and renamed when whole, so a
 * half-finished one is never used; a damaged one is reported and made again. Two processes may fetch the same at once.
 */
export async function fetchOnce({
  cacheDir,
  name,
  version,
  label,
  verb = 'fetched',
  report,
  make,
}: Fetch): Promise<string> {
  const folder = join(cacheDir, `${name}-${version}`)
  if (await matchesManifest(folder)) return folder

  const title = label ?? `${name} ${version}`
  const lock = await waitForLock(`${folder}.lock`, () =>
    report(`${title} is being ${verb} by another process; waiting for it.`),
  )
  try {
    if (await matchesManifest(folder)) return folder
    if (existsSync(folder)) {
      report(`${title} in ${cacheDir} is damaged and is ${verb} again.`)
      await rm(folder, { recursive: true, force: true })
    }
    await removeUnfinished(cacheDir, `${name}-${version}.part-`)
    const tmpDir = `${folder}.part-${randomUUID().slice(0, 8)}`
    await mkdir(tmpDir, { recursive: true })
    const show = showProgress(title, verb, tmpDir, report)
    try {
      await make(tmpDir, show.note)
      const { sizeBytes } = await writeManifest(tmpDir)
      await rename(tmpDir, folder)
      show.done(sizeBytes)
    } catch (error) {
      throw error instanceof StartError
        ? error
        : new StartError(`${title} could not be ${verb}: ${messageOf(error)}.`, { cause: error })
    } finally {
      show.end()
      await rm(tmpDir, { recursive: true, force: true })
    }
    return folder
  } finally {
    lock.release()
  }
}

/** Removes the drafts of a killed start: under the lock no other process can be writing them. */
async function removeUnfinished(cacheDir: string, prefix: string) {
  for (const entry of await readdir(cacheDir)) {
    if (entry.startsWith(prefix)) await rm(join(cacheDir, entry), { recursive: true, force: true })
  }
}

function showProgress(title: string, verb: string, tmpDir: string, report: Report) {
  const startedMs = Date.now()
  const seconds = () => Math.round((Date.now() - startedMs) / 1000)
  let note = ''
  report(`${title} is being ${verb}; this happens once.`)
  const reportProgress = async () => {
    const text = `${title}: ${[`${seconds()} s`, note || megabytes(await sizeOf(tmpDir))].join(', ')}`
    if (report.progress) report.progress(title, text)
    else report(`${text} …`)
  }
  const timer = setInterval(() => void reportProgress(), report.progress ? 1000 : plainNoteEveryMs).unref()
  return {
    note: (text: string) => {
      note = text
    },
    done: (sizeBytes: number) => report(`${title} was ${verb}: ${megabytes(sizeBytes)} in ${seconds()} s.`),
    end: () => {
      clearInterval(timer)
      report.progress?.(title, undefined)
    },
  }
}

async function sizeOf(folder: string): Promise<number> {
  try {
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))))
    return sizes.reduce((sum, { size }) => sum + size, 0)
  } catch {
    return 0 // A file that vanished while being counted.
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
