import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { scopes } from '@utter/contracts/credential'
import { repoDir } from '@utter/local/settings'
import { Customer } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, onTestFinished, test } from 'vitest'

const { url, dataDir } = ownPlatform()
const customer = await Customer.signUp(url)
const apiKey = await (await testOperator()).createKey(customer.email, 'trials', [...scopes])

/** `operator job try` in a process of its own. */
function tryJobs(words: string[], env: Record<string, string>) {
  const program = ['infra/tools/local/bootstrap.mjs', 'infra/tools/operator/src/main.ts', 'job', 'try', ...words]
  const child = spawn(process.execPath, program, {
    cwd: repoDir,
    env: { ...process.env, UTTER_DATA: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
async function outcomeOf(words: string[], env: Record<string, string>) {
  const child = tryJobs(words, env)
  const [[code], line] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  return { code, line }
}

test('a trial is a job of the account whose key it has, by the address of customers', async () => {
  const { code, line } = await outcomeOf([], { UTTER_KEY: apiKey, UTTER_URL: url })
  expect(line).toMatch(/^\S+Z completed after \d+\.\d s \([\da-f-]{36}\)\n$/)
  expect(code).toBe(0)
  const id = /\(([\da-f-]{36})\)/.exec(line)?.[1] ?? ''
  expect(await customer.job(id)).toMatchObject({
    status: 'completed',
    userText: expect.stringMatching(/^A trial, at /),
  })
})

test('a trial that is refused has exit code 1, and says why', async () => {
  const { code, line } = await outcomeOf(['--url', url], { UTTER_KEY: 'utter_wrong' })
  expect(line).toMatch(/^\S+Z refused after \d+\.\d s \(no job\): \S/)
  expect(code).toBe(1)
})

test('trials go on until the command is stopped, and Prometheus is told of each', async () => {
  const child = tryJobs(['--every', '10', '--serve', '0'], { UTTER_KEY: apiKey })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    printed += part
  })
  const at = await eventually('its address is printed', () => /^http:\S+$/m.exec(printed)?.[0])
  await eventually('a trial has ended', () => printed.includes('completed after'))
  const metrics = await (await fetch(at)).text()
  expect(metrics).toMatch(/^trial_jobs_total\{outcome="completed"\} [1-9]/m)
  expect(metrics).toContain('trial_jobs_total{outcome="refused"} 0')
  expect(metrics).toMatch(/^trial_job_seconds \d/m)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})
