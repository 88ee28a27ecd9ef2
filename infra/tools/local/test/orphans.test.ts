import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { endOrphans } from '../src/processes/orphans.ts'
import { startedAt, writeRun } from '../src/processes/run-file.ts'
import { test } from './support/temporary.ts'

async function sleeper() {
  const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
  await once(child, 'spawn')
  return { child, pid: child.pid ?? 0 }
}
const run = (pid: number, started: string) => ({
  pid: 1,
  publicUrl: '',
  backing: {},
  secretsFile: '',
  processes: { jobs: { pid, started } },
})

test('orphans of a killed start are ended and reported', async ({ folder, reported }) => {
  const { child, pid } = await sleeper()
  writeRun(folder, run(pid, startedAt(pid) ?? ''))
  const gone = once(child, 'exit')
  await endOrphans(folder, (sentence) => void reported.push(sentence))
  await gone
  expect(reported).toEqual(['Ending what the last start left running: jobs.'])
  expect(existsSync(join(folder, 'run.json'))).toBe(false)
})

test("another's process that has got the same pid is left alone", async ({ folder, reported }) => {
  const { child, pid } = await sleeper()
  writeRun(folder, run(pid, 'another time'))
  await endOrphans(folder, (sentence) => void reported.push(sentence))
  expect(startedAt(pid)).toBeDefined()
  expect(reported).toEqual([])
  child.kill()
})
