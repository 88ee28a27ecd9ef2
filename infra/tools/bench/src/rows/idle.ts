import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../measure/figure.ts'
import { cpuMsOfOne, familyOf, memoryBytesOfOne } from '../measure/usage.ts'
import { startPlatformAlone } from '../platform-alone.ts'
import type { Row } from '../row.ts'

/** Time after the start, in which caches are filled and the code that runs often is compiled. */
const settleSeconds = { quick: 25, full: 45 }
const windowSeconds = { quick: 4, full: 20 }

const memoryUnit = 'MB'

/** Milliseconds of processor time in a second, and MB of proportional memory at the end of a window, by process. */
type Used = Record<string, { cpuMs: number; megabytes: number }>

export const idle: Row = {
  name: 'idle',
  what: 'the whole platform as npm start brings it up, with quick voices and the small chat model, and nobody who uses it',
  async run(context) {
    const { quick, pairs } = context.options
    const pids = await startPlatformAlone(context)
    const [settle, seconds] = quick
      ? [settleSeconds.quick, windowSeconds.quick]
      : [settleSeconds.full, windowSeconds.full]
    context.report(`settling for ${settle} s`)
    await pause(settle * 1_000)
    const windows: Used[] = []
    for (let window = 1; window <= pairs; window++) {
      context.report(`window ${window} of ${pairs}`)
      windows.push(await used(pids, seconds))
    }
    return {
      // Memory of a start is given back over minutes: sooner after it there is more than a full run finds.
      figures: figuresOf(windows).filter(({ unit }) => !(quick && unit === memoryUnit)),
      notes: [
        `${settle} s after the start, ${pairs} windows of ${seconds} s. start is the process that supervises the others; engines are the processes that a service has for voices, models and mastering.`,
      ],
    }
  },
}

async function used(pids: Record<string, number>, seconds: number): Promise<Used> {
  const groups = groupsOf(pids)
  const cpuMs = () => groups.map(({ members }) => members.reduce((sum, pid) => sum + cpuMsOfOne(pid), 0))
  const startMs = performance.now()
  const before = cpuMs()
  await pause(seconds * 1_000)
  const after = cpuMs()
  const elapsedSeconds = (performance.now() - startMs) / 1_000
  return Object.fromEntries(
    groups.map(({ name, members }, index) => [
      name,
      {
        cpuMs: ((after[index] ?? 0) - (before[index] ?? 0)) / elapsedSeconds,
        megabytes: members.reduce((sum, pid) => sum + memoryBytesOfOne(pid), 0) / 1e6,
      },
    ]),
  )
}

/** Each process by itself, and what it has started as its engines. */
function groupsOf(pids: Record<string, number>): { name: string; members: number[] }[] {
  return Object.entries(pids).flatMap(([name, pid]) => {
    // All others are below the supervisor.
    const below = name === 'start' ? [] : familyOf(pid).slice(1)
    return [{ name, members: [pid] }, ...(below.length > 0 ? [{ name: `${name} engines`, members: below }] : [])]
  })
}

function figuresOf(windows: Used[]): Figure[] {
  const names = [...new Set(windows.flatMap((window) => Object.keys(window)))]
  const of = (kind: keyof Used[string], name?: string) =>
    windows.map((window) => {
      const wanted = name === undefined ? Object.values(window) : [window[name] ?? { cpuMs: 0, megabytes: 0 }]
      return { ours: wanted.reduce((sum, each) => sum + each[kind], 0), peer: Number.NaN }
    })
  const cpu = { unit: 'ms/s', kind: 'own', against: '' } as const
  const memory = { unit: memoryUnit, kind: 'own', against: '' } as const
  return [
    { ...cpu, name: 'CPU in all', goal: { max: 90 }, pairs: of('cpuMs') },
    { ...memory, name: 'memory in all', goal: { max: 1_200 }, pairs: of('megabytes') },
    ...names.map((name): Figure => ({ ...cpu, name: 'CPU', variant: name, pairs: of('cpuMs', name) })),
    ...names.map((name): Figure => ({ ...memory, name: 'memory', variant: name, pairs: of('megabytes', name) })),
  ]
}
