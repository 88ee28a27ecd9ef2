import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readSecrets } from '@utter/local/secrets'
import { repoDir } from '@utter/local/settings'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { openFolder } from '@utter/testing/open-folder'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { dataDir, url } = ownPlatform()

type Report = {
  version: number
  at: string
  rows: { name: string; status: string; observed: string; action: string | null }[]
}

/** The command as it is typed; its exit code says whether something failed. */
async function doctor(options: string[], more: Record<string, string> = {}) {
  const words = ['infra/tools/local/bootstrap.mjs', 'infra/tools/operator/src/main.ts', 'doctor', ...options]
  const env = { ...process.env, UTTER_DATA: dataDir, PUBLIC_URL: url, ...more }
  const { stdout, code } = await promisify(execFile)(process.execPath, words, { cwd: repoDir, env }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  )
  return { stdout, code }
}

test('a platform that is well has no fault and no warning, twice in a row, within ten seconds', async () => {
  for (const round of [1, 2]) {
    const startedMs = performance.now()
    const { stdout, code } = await doctor(['--json'])
    expect(performance.now() - startedMs, `round ${round}`).toBeLessThan(10_000)
    const { version, rows } = JSON.parse(stdout) as Report
    expect(rows.filter(({ status }) => status === 'failed' || status === 'warning')).toEqual([])
    expect([version, code]).toEqual([1, 0])
    // Of the stores and processes nothing may be left out here, but what only a real MongoDB tells.
    const skipped = rows.filter(({ status }) => status === 'skipped').map(({ name }) => name)
    const mayBeLeftOut =
      /^(vendors|settings|backup|waiting): |^clock: kafka$|^mongodb: (free disk|connections)$|^disk: audio/
    expect(skipped.filter((name) => !mayBeLeftOut.test(name))).toEqual([])
    expect(rows.length).toBeGreaterThan(90)
  }
})

test('the text names what is right in a line for each group', async () => {
  const { stdout } = await doctor([])
  expect(stdout).toMatch(/^ok {7}redis: reached, TLS, /m)
  expect(stdout).toMatch(/^0 failed, 0 warning, \d+ skipped, \d+ ok$/m)
})

test('a report is for its owner alone, and has no secret, no text and no mail address', async () => {
  const customer = await Customer.signUp(url)
  const text = `canary${randomUUID().replaceAll('-', '')}`
  await customer.finished(jobIdOf(await customer.speak(`${text} is spoken.`)))
  const { identityKeys, ...others } = await readSecrets(dataDir, {})
  const key = `sk-canary${randomUUID()}`
  await using folder = await openFolder()
  const file = join(folder.path, 'report.json')
  const wrong = new URL('redis://127.0.0.1:9')
  wrong.password = `canary${randomUUID()}`
  const stores = {
    REDIS_URL: wrong.href,
    MONGO_URL: `mongodb://ada:${key}@127.0.0.1:9`,
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: 'http://127.0.0.1:9',
  }
  const outcomes = [await doctor(['--report', file]), await doctor(['--all', '--report', file], stores)]
  expect(outcomes.map(({ code }) => code)).toEqual([0, 1])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const printed = [await readFile(file, 'utf8'), ...outcomes.map(({ stdout }) => stdout)].join('\n')
  const canaries = [text, customer.email, key, wrong.password, ...Object.values(others), ...Object.values(identityKeys)]
  expect(canaries.filter((canary) => printed.includes(canary))).toEqual([])
  expect(printed).toContain('mongodb: reached')
})
