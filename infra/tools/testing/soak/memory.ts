import { execFileSync } from 'node:child_process'
import { processesOf } from '@utter/testing/setup/operator'

/** MiB that each process of the platform has in memory now. */
export async function memoryOfAll(): Promise<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(await processesOf()).map(([name, { pid }]) => [
      name,
      Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024),
    ]),
  )
}
