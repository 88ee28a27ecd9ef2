import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type RunProcess = {
  pid: number
  /** The start time. With the pid it identifies one process for ever: pids are reused, start times are not. */
  started: string
  url?: string
  privateUrl?: string
}

/** The processes that run on a data folder, for the next start, the operator's commands and people. It holds no secret: addresses lose their credentials. */
export type Run = {
  pid: number
  publicUrl: string
  backing: Record<string, string>
  /** Absent where the audio is in a bucket. */
  audioDir?: string
  secretsFile: string
  processes: Record<string, RunProcess>
}

const pathOf = (dataDir: string) => join(dataDir, 'run.json')

export async function readRun(dataDir: string): Promise<Run | undefined> {
  try {
    return JSON.parse(await readFile(pathOf(dataDir), 'utf8')) as Run
  } catch {
    return undefined
  }
}

export function writeRun(dataDir: string, run: Run): void {
  const backing = Object.fromEntries(
    Object.entries(run.backing).map(([name, address]) => [name, withoutCredentials(address)]),
  )
  writeFileSync(`${pathOf(dataDir)}.part`, `${JSON.stringify({ ...run, backing }, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${pathOf(dataDir)}.part`, pathOf(dataDir))
}

/** Not by URL: the addresses of a replica set, of Sentinels and of a Cluster are several, with commas. */
const withoutCredentials = (address: string): string =>
  address.replace(/\/\/[^/]*@/, '//').replace(/(?<=[?&])sentinel(Username|Password)=[^&]*&?/g, '')

export const removeRun = (dataDir: string): void => rmSync(pathOf(dataDir), { force: true })

/** When a process began, in the kernel's own count, or undefined when there is none by that pid. */
export function startedAt(pid: number): string | undefined {
  try {
    // Field 22; the name before it may hold spaces, so count from the bracket that closes it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
