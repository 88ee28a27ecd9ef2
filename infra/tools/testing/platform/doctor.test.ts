import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readSecrets } from '@utter/local/secrets'
import { repoDir } from '@utter/local/settings'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { openFolder } from '@utter/testing/open-folder'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, onTestFinished, test } from 'vitest'

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

/** `doctor --serve`, and the address that it prints. */
async function servedDoctor() {
  const words = ['infra/tools/local/bootstrap.mjs', 'infra/tools/operator/src/main.ts', 'doctor', '--serve', '0']
  const env = { ...process.env, UTTER_DATA: dataDir, PUBLIC_URL: url }
  const child = spawn(process.execPath, words, { cwd: repoDir, env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    printed += part
  })
  const at = await eventually('its address is printed', () => /^http:\S+$/m.exec(printed)?.[0])
  return { child, at }
}

test('a platform that is well has no fault and no warning, by the command and then over HTTP, for a dashboard, until the doctor is stopped', async () => {
  const { child, at } = await servedDoctor()
  expect(new URL(at).pathname).toBe('/internal/doctor')
  // A machine that is busy with other tests may be late in a round.
  const rounds = await eventually('it is well twice in a row', async () => {
    const { stdout, code } = await doctor(['--json'])
    const reports = [JSON.parse(stdout) as Report, (await (await fetch(at)).json()) as Report]
    const faults = reports.flatMap(({ rows }) => rows.filter(({ status }) => /^(failed|warning)$/.test(status)))
    if (faults.length > 0) throw new Error(JSON.stringify(faults))
    expect(code).toBe(0)
    return reports
  })
  for (const { version, rows } of rounds) {
    expect(version).toBe(1)
    // Rows of the stores and processes may not be left out here, but for what only a real MongoDB tells.
    const skipped = rows.filter(({ status }) => status === 'skipped').map(({ name }) => name)
    const mayBeLeftOut =
      /^(vendors|settings|backup|waiting): |^clock: kafka$|^mongodb: (free disk|connections)$|^disk: audio/
    expect(skipped.filter((name) => !mayBeLeftOut.test(name))).toEqual([])
    expect(rows.length).toBeGreaterThan(90)
  }
  const [typed, served] = rounds.map(({ rows }) => new Set(rows.map(({ name }) => name)))
  expect(served).toEqual(typed)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})

test('the text names what is right in a line for each group; a report is for its owner alone, and has no secret, no text and no mail address', async () => {
  const customer = await Customer.signUp(url)
  const text = `canary${randomUUID().replaceAll('-', '')}`
  await customer.finished(jobIdOf(await customer.speak(`${text} is spoken.`)))
  const { identityKeys, redisPasswords, ...others } = await readSecrets(dataDir, {})
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
  expect(outcomes[0]?.stdout).toMatch(/^ok {7}redis: reached, TLS, /m)
  expect(outcomes[0]?.stdout).toMatch(/^0 failed, 0 warning, \d+ skipped, \d+ ok$/m)
  expect(outcomes[1]?.code).toBe(1)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const printed = [await readFile(file, 'utf8'), ...outcomes.map(({ stdout }) => stdout)].join('\n')
  const canaries = [text, customer.email, key, wrong.password]
  for (const some of [others, identityKeys, redisPasswords]) canaries.push(...Object.values(some))
  expect(canaries.filter((canary) => printed.includes(canary))).toEqual([])
  expect(printed).toContain('mongodb: reached')
})
