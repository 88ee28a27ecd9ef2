import { mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

// Node closes a database without references, and its lock would be lost.
const held = new Set<DatabaseSync>()

export type Lock = { release(): void }

/**
 * Takes a lock that the kernel gives back when its holder dies, however it dies, so no stale one is ever left:
 * SQLite's lock on an empty file. Undefined when another holds it, in this process or in any other.
 */
export function tryLock(path: string): Lock | undefined {
  mkdirSync(dirname(path), { recursive: true })
  const file = new DatabaseSync(path)
  try {
    const opened = statSync(path).ino
    file.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE') // Else SQLite creates a second file next to it.
    // A holder that removed the file while it was being opened here has left a lock on nothing.
    if (statSync(path, { throwIfNoEntry: false })?.ino !== opened) throw new Error('The lock file was replaced')
  } catch {
    file.close()
    return undefined
  }
  held.add(file)
  return {
    release() {
      held.delete(file)
      rmSync(path, { force: true })
      file.close()
    },
  }
}

/** Waits until the lock is free. @param waiting called once when it is not */
export async function waitForLock(path: string, waiting: () => void): Promise<Lock> {
  for (let isReported = false; ; ) {
    const lock = tryLock(path)
    if (lock) return lock
    if (!isReported) waiting()
    isReported = true
    await sleep(200)
  }
}
