import { join } from 'node:path'
import { createOperator, type Operator, type RunFile, readTarget } from '@utter/operator/operator'
import { inject } from 'vitest'
import './provided.ts'

/** The operator of the platform under test. */
export const testOperator = async (): Promise<Operator> => createOperator(await testTarget())
/** Where its processes are: addresses, pids, keys. */
export const testTarget = () => readTarget(join(inject('platform').dataDir, 'run.json'))
export const processesOf = async (): Promise<RunFile['processes']> => (await testTarget()).run.processes
