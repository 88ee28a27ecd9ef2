import { join } from 'node:path'
import { createOperator, type Operator, type RunFile, readTarget } from './operator.ts'
import { UsageError } from './usage-sentence.ts'

export type Platform = { operator: Operator; brokers: string[]; processes: RunFile['processes']; dataDir: string }
/** Called by a command after its arguments are checked: help and wrong arguments need no platform. */
export type FindPlatform = () => Promise<Platform>

/** The platform that runs on a data folder. @throws UsageError when none does */
export async function findPlatform(dataDir: string): Promise<Platform> {
  const target = await readTarget(join(dataDir, 'run.json')).catch(() => {
    throw new UsageError('No platform runs on this data folder: start one with npm start.')
  })
  const brokers = (target.run.backing.KAFKA_BROKERS ?? '').split(',')
  return { operator: createOperator(target), brokers, processes: target.run.processes, dataDir }
}
