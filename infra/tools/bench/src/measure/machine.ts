import { readFile } from 'node:fs/promises'
import { cpus, loadavg, release, totalmem } from 'node:os'

/** The conditions under which figures were taken; versions of peers are added where they are found. */
export type Machine = {
  at: string
  cores: number
  cpu: string
  memoryGb: number
  system: string
  node: string
  /** Processes that wanted a core in the last minute, before we began. */
  loadBefore: number
  peers: Record<string, string>
}

export async function readMachine(): Promise<Machine> {
  const about = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const name = /^PRETTY_NAME="?([^"\n]*)/m.exec(about)?.[1] ?? process.platform
  return {
    at: new Date().toISOString(),
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${name}, kernel ${release()}`,
    node: process.version,
    loadBefore: loadavg()[0] ?? 0,
    peers: {},
  }
}

export const processorOf = ({ cores, cpu }: Pick<Machine, 'cores' | 'cpu'>): string => `${cores} cores of ${cpu}`

export const machineLines = ({ at, cores, cpu, memoryGb, system, node, loadBefore, peers }: Machine): string =>
  [
    `${at}: ${processorOf({ cores, cpu })}, ${memoryGb} GB, ${system}, Node ${node}, load before ${loadBefore.toFixed(2)}`,
    Object.entries(peers)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
  ]
    .filter(Boolean)
    .join('\n')
