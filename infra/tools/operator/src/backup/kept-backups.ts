import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackupMetrics } from './backup-metrics.ts'

type KeptBackup = { path: string; startedAt: Date }

const hour = 3_600_000
/** After a backup that failed, in ms: its cause may last. */
const retryMs = 10 * 60_000

const made = /^utter-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)\.(\d{3})Z(\.part)?$/
/** A name that sorts by its time, and that every file system takes. */
export const nameOfBackup = (startedAt: Date): string => `utter-${startedAt.toISOString().replaceAll(':', '-')}`

/** The backups of a folder that have such names, newest first, and drafts of those that broke off. Other files are nobody's business. */
async function backupsIn(folder: string): Promise<{ whole: KeptBackup[]; drafts: KeptBackup[] }> {
  const found = (await readdir(folder)).flatMap((name) => {
    const [, toTheHour, minutes, seconds, ms, draft] = made.exec(name) ?? []
    if (toTheHour === undefined) return []
    const startedAt = new Date(`${toTheHour}:${minutes}:${seconds}.${ms}Z`)
    return [{ path: join(folder, name), startedAt, isDraft: draft !== undefined }]
  })
  const sorted = found.sort((one, other) => other.startedAt.getTime() - one.startedAt.getTime())
  return { whole: sorted.filter(({ isDraft }) => !isDraft), drafts: sorted.filter(({ isDraft }) => isDraft) }
}

type KeepOptions = {
  folder: string
  everyMs: number
  /** How many stay, the newest. */
  keep: number
  /** Writes one, whole or not at all. */
  make: (file: string) => Promise<unknown>
  tell: (sentence: string) => void
  metrics: BackupMetrics
  signal: AbortSignal
  now?: () => Date
}

/**
 * Makes a backup whenever the newest of the folder is so old, and removes the oldest beyond those that stay, until the signal. The folder is all that it
 * knows: started again it goes on where it was. For one process a folder.
 */
export async function keepBackups({ now = () => new Date(), ...options }: KeepOptions): Promise<void> {
  const { folder, everyMs, keep, make, tell, metrics, signal } = options
  const rest = (ms: number) => pause(ms, undefined, { signal }).catch(() => {})
  while (!signal.aborted) {
    try {
      const { whole } = await backupsIn(folder)
      // A clock that was ahead has made one that is no reason to wait.
      const newest = whole.find(({ startedAt }) => startedAt <= now())
      metrics.measureNewest(newest?.startedAt)
      const dueMs = newest ? newest.startedAt.getTime() + everyMs - now().getTime() : 0
      // Not for a day at once: the clock may be set, and somebody may take a file away.
      if (dueMs > 0) {
        await rest(Math.min(dueMs, hour))
        continue
      }
      const startedAt = now()
      const file = join(folder, nameOfBackup(startedAt))
      await make(file)
      metrics.measureNewest(startedAt)
      const { whole: present, drafts } = await backupsIn(folder)
      const tooOld = [...present.slice(keep), ...drafts.filter((draft) => draft.startedAt < startedAt)]
      for (const { path } of tooOld) await rm(path, { force: true })
      tell(`${file} is made; removed: ${tooOld.length}.`)
    } catch (error) {
      metrics.countFailure()
      tell(`No backup was made: ${error instanceof Error ? error.message : String(error)}.`)
      await rest(Math.min(retryMs, everyMs))
    }
  }
}
