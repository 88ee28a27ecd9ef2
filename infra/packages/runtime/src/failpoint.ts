import { unlinkSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env.NODE_ENV === 'production' ? undefined : process.env.FAILPOINTS_DIR

/**
 * A place where a test may kill the process at the worst moment: between two steps that no transaction joins. It does nothing, unless
 * tests set `FAILPOINTS_DIR` and put a file of this name there: then the file is removed and the process killed, as by kill -9.
 */
export const failpoint: (name: string) => void = folder ? (name) => dieIfArmed(join(folder, name)) : () => {}

function dieIfArmed(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    return
  }
  process.kill(process.pid, 'SIGKILL')
}
