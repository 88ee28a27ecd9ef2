import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export type Log = { path: string; write: (line: string) => void; close: () => void }

/** A log file of lines. When it is full it becomes `<name>.1`, in place of the one before. */
export function openLog(path: string, fullAtBytes = 20_000_000): Log {
  mkdirSync(dirname(path), { recursive: true })
  let file: number | undefined = openSync(path, 'a')
  let sizeBytes = fstatSync(file).size
  return {
    path,
    write(line) {
      if (file === undefined) return
      // Written at once, not buffered: the last lines before a death are the ones that matter.
      sizeBytes += writeSync(file, `${line}\n`)
      if (sizeBytes < fullAtBytes) return
      closeSync(file)
      renameSync(path, `${path}.1`)
      file = openSync(path, 'a')
      sizeBytes = 0
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
