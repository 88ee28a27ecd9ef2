import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backupStartedAt } from '../../backup/backup-file.ts'
import { readBackupNote } from '../../backup/backup-note.ts'
import { type Check, type Finding, failed, ok, skipped, warning } from '../check.ts'
import type { Examined } from '../examined.ts'

const hour = 3_600_000
const maxAgeMs = 48 * hour
/** Files of a folder that are looked at, the newest first. */
const maxFiles = 20

export const backupChecks: Check[] = [{ name: 'backup: last', examine: examineBackup }]

async function examineBackup({ backupsDir, dataDir, isProduction, now }: Examined): Promise<Finding> {
  const action = 'npm run operator -- backups keep FOLDER (infra/operating/backup.md)'
  // Other ways to make one are not seen.
  if (backupsDir === undefined && !isProduction)
    return skipped('not in production, and no folder is named by --backups')
  const startedAt = backupsDir === undefined ? dataDir && (await readBackupNote(dataDir)) : await newestIn(backupsDir)
  if (!startedAt)
    return backupsDir === undefined
      ? warning('none is known: --backups FOLDER says where they are', action)
      : failed('there is none in the folder', action)
  const ageMs = now().getTime() - startedAt.getTime()
  const observed = `${Math.round(ageMs / hour)} hours old`
  return ageMs > maxAgeMs ? warning(observed, action) : ok(observed)
}

/** The start of the newest backup that is whole by its name; files of other kinds are passed over. */
async function newestIn(folder: string): Promise<Date | undefined> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  const files = await Promise.all(
    names.map(async ({ name }) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  )
  const newest = files.sort((one, other) => other.at - one.at).slice(0, maxFiles)
  const starts = await Promise.all(newest.map(({ path }) => backupStartedAt(path).catch(() => undefined)))
  return starts.filter((one) => one !== undefined).sort((one, other) => other.getTime() - one.getTime())[0]
}
