import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { startedAt } from '../src/processes/run-file.ts'
import { stopAll } from '../src/processes/supervisor.ts'
import { type SupervisedProcess, superviseProcess } from '../src/supervision/supervised-process.ts'
import { test } from './support/temporary.ts'

const dummy = fileURLToPath(new URL('./support/dummy-process.ts', import.meta.url))
const often = { interval: 10 }

function supervise(
  folder: string,
  reported: string[],
  { name = 'dummy', env = {} }: { name?: string; env?: Record<string, string> } = {},
) {
  const readyFile = join(folder, name)
  const supervised = superviseProcess(
    {
      name,
      command: [process.execPath, '--disable-warning=ExperimentalWarning', dummy],
      env: { READY_FILE: readyFile, ...env },
      ready: async () => existsSync(readyFile),
      readyTimeoutMs: 10_000,
      log: () => {},
    },
    { report: (sentence) => void reported.push(sentence), pausesMs: [1, 20, 40] },
  )
  /** The dummy ends by itself when its file is gone. */
  const die = async () => {
    const before = supervised.pid
    rmSync(readyFile)
    const isBack = () =>
      existsSync(readyFile) && supervised.pid !== before && reported.at(-1) === `${name} is ready again.`
    await expect.poll(isBack, often).toBe(true)
  }
  return { supervised, die }
}

const isAlive = (pid: number | undefined) => pid !== undefined && startedAt(pid) !== undefined

test('a process that dies is started again with growing pauses, and that is reported', async ({ folder, reported }) => {
  const { supervised, die } = supervise(folder, reported)
  await supervised.start()
  for (const _ of [1, 2, 3, 4]) await die()
  await supervised.stop(2000)
  const pauses = reported.filter((sentence) => sentence.includes('starting it again'))
  expect(pauses).toEqual([
    'dummy ended (exit code 3); starting it again in 0.001 s.',
    'dummy ended (exit code 3); starting it again in 0.02 s.',
    'dummy ended (exit code 3); starting it again in 0.04 s.',
    'dummy ended (exit code 3); starting it again in 0.04 s.',
  ])
})

test('a process that dies before it is ready fails the start with a sentence', async ({ folder, reported }) => {
  const { supervised } = supervise(folder, reported, { env: { DUMMY: 'dies-at-once' } })
  await expect(supervised.start()).rejects.toThrow('dummy ended while starting (exit code 7).')
  expect(supervised.pid).toBeUndefined()
})

test('a readiness check that is never answered is repeated', async ({ folder, reported }) => {
  const readyFile = join(folder, 'dummy')
  let asked = 0
  const supervised = superviseProcess(
    {
      name: 'dummy',
      command: [process.execPath, '--disable-warning=ExperimentalWarning', dummy],
      env: { READY_FILE: readyFile },
      ready: () => (asked++ === 0 ? new Promise(() => {}) : Promise.resolve(existsSync(readyFile))),
      readyTimeoutMs: 10_000,
      log: () => {},
    },
    { report: (sentence) => void reported.push(sentence), checkTimeoutMs: 10 },
  )
  await supervised.start()
  expect(asked).toBeGreaterThan(1)
  await supervised.stop(2000)
})

test('a stopped process stays stopped', async ({ folder, reported }) => {
  const { supervised } = supervise(folder, reported)
  await supervised.start()
  const { pid } = supervised
  await supervised.stop(2000)
  expect(isAlive(pid)).toBe(false)
  expect(reported).toEqual([])
})

test('a restart ends the process and starts it in the environment that it is given', async ({ folder, reported }) => {
  const { supervised } = supervise(folder, reported)
  await supervised.start()
  const { pid } = supervised
  const READY_FILE = join(folder, 'other')
  writeFileSync(join(folder, 'dummy'), '') // Ready by the file of before.
  await supervised.restart({ env: { READY_FILE } })
  await expect.poll(() => existsSync(READY_FILE), often).toBe(true)
  expect(isAlive(pid)).toBe(false)
  expect(readFileSync(READY_FILE, 'utf8')).toBe(String(supervised.pid))
  await supervised.stop(2000)
  expect(reported).toEqual([])
})

test('an environment in which it does not become ready is given up for the one before', async ({
  folder,
  reported,
}) => {
  const { supervised } = supervise(folder, reported)
  await supervised.start()
  rmSync(join(folder, 'dummy'))
  const env = { READY_FILE: join(folder, 'other'), DUMMY: 'dies-at-once' }
  await expect(supervised.restart({ env })).rejects.toThrow('dummy ended while starting (exit code 7).')
  await expect.poll(() => reported.at(-1), often).toBe('dummy is ready again.')
  expect(readFileSync(join(folder, 'dummy'), 'utf8')).toBe(String(supervised.pid))
  await supervised.stop(2000)
})

test('a restart during the pause after a death starts one process, not two', async ({ folder }) => {
  const readyFile = join(folder, 'dummy')
  const restarted = Promise.withResolvers<void>()
  let launches = 0
  const supervised = superviseProcess(
    {
      name: 'dummy',
      command: [process.execPath, '--disable-warning=ExperimentalWarning', dummy],
      env: { READY_FILE: readyFile },
      ready: async () => existsSync(readyFile),
      readyTimeoutMs: 10_000,
      log: () => {},
    },
    // The pause begins with the report, and is over long before another process can be ready.
    { report: () => restarted.resolve(supervised.restart()), pausesMs: [1], changed: () => launches++ },
  )
  await supervised.start()
  rmSync(readyFile)
  await restarted.promise
  expect(launches).toBe(2)
  await supervised.stop(2000)
})

test('a process that will not end is ended after the bound', async ({ folder, reported }) => {
  const { supervised } = supervise(folder, reported, { env: { DUMMY: 'ignores-the-end' } })
  await supervised.start()
  const { pid } = supervised
  await supervised.stop(100)
  expect(isAlive(pid)).toBe(false)
})

test('what is stopped first has ended before the next is asked', async ({ folder, reported }) => {
  const start = async (name: string): Promise<SupervisedProcess> => {
    const { supervised } = supervise(folder, reported, { name, env: { STOP_MS: '100' } })
    await supervised.start()
    return supervised
  }
  const [gateway, service] = await Promise.all([start('gateway'), start('service')])
  const stopped = stopAll([gateway], 2000).then(() => {
    expect(isAlive(service.pid)).toBe(true)
    return stopAll([service], 2000)
  })
  await stopped
  expect(isAlive(Number(readFileSync(join(folder, 'gateway'), 'utf8')))).toBe(false)
  expect(isAlive(Number(readFileSync(join(folder, 'service'), 'utf8')))).toBe(false)
})
