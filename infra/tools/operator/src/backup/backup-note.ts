import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// The data folder knows when it was backed up last, wherever the file went: the doctor asks for it.

const pathOf = (dataDir: string) => join(dataDir, 'last-backup')

export const writeBackupNote = (dataDir: string, startedAt: Date): Promise<void> =>
  writeFile(pathOf(dataDir), `${startedAt.toISOString()}\n`, { mode: 0o600 })

/** @returns the start of the last backup; undefined where none was made */
export async function readBackupNote(dataDir: string): Promise<Date | undefined> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch(() => '')
  const startedAt = new Date(text.trim())
  return Number.isNaN(startedAt.getTime()) ? undefined : startedAt
}
