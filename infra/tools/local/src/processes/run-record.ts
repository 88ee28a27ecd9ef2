import { join } from 'node:path'
import type { Backing } from '../backing/backing.ts'
import type { Settings } from '../settings.ts'
import type { SupervisedProcess } from '../supervision/supervised-process.ts'
import { audioOf, type Endpoint, privateUrlOf, urlOf } from './processes.ts'
import { type RunProcess, startedAt, writeRun } from './run-file.ts'

type Recorded = { backing?: Backing['env']; endpoints: Record<string, Endpoint>; ours: SupervisedProcess[] }

/** Keeps run.json true while processes come and go. */
export function recordRun(settings: Settings) {
  const { dataDir, port } = settings
  const { AUDIO_DIR: audioDir } = audioOf(settings)
  let recorded: Recorded = { endpoints: {}, ours: [] }
  let backing: SupervisedProcess[] = []

  const write = () => {
    const processes = Object.fromEntries(
      [...backing, ...recorded.ours].flatMap((one) => entryOf(one, recorded.endpoints[one.name])),
    )
    writeRun(dataDir, {
      pid: process.pid,
      publicUrl: `http://localhost:${port}`,
      backing: recorded.backing ?? {},
      ...(audioDir && { audioDir }),
      secretsFile: join(dataDir, 'secrets.json'),
      processes,
    })
  }
  return {
    backing: (processes: SupervisedProcess[]) => {
      backing = processes
      write()
    },
    set: (next: Recorded) => {
      recorded = next
      write()
    },
    update: write,
  }
}

function entryOf({ name, pid }: SupervisedProcess, place: Endpoint | undefined): [string, RunProcess][] {
  const started = pid === undefined ? undefined : startedAt(pid)
  if (pid === undefined || started === undefined) return []
  return [[name, { pid, started, ...(place && { url: urlOf(place), privateUrl: privateUrlOf(place) }) }]]
}
