import { renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownPlatform } from './provided.ts'

type KnownReplica = { pid: number; privateUrl: string }

const pathOf = (dataDir: string) => join(dataDir, 'replicas.json')

/**
 * Records the replicas that `UTTER_REPLICAS` adds to the platform's own, for tests, which run in processes of their
 * own; run.json has the platform's.
 */
export function recordReplicas(dataDir: string, replicas: Map<string, KnownReplica[]>): void {
  const known = [...replicas].map(([name, all]): [string, KnownReplica[]] => [
    name,
    all.map(({ pid, privateUrl }) => ({ pid, privateUrl })),
  ])
  writeFileSync(`${pathOf(dataDir)}.part`, JSON.stringify(Object.fromEntries(known)))
  renameSync(`${pathOf(dataDir)}.part`, pathOf(dataDir))
}

/** @returns none where the platform has one of each */
export async function replicasOf(name: string): Promise<KnownReplica[]> {
  const written = await readFile(pathOf(ownPlatform().dataDir), 'utf8').catch(() => '{}')
  return (JSON.parse(written) as Record<string, KnownReplica[]>)[name] ?? []
}
