import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repoDir } from '@utter/local/settings'
import { Customer } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { url } = ownPlatform()
const readme = await readFile(join(repoDir, 'infra/packages/client/README.md'), 'utf8')
const examples = [...readme.matchAll(/^## (.+)$[\s\S]*?^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, title = '', code = '']): [string, string] => [title, code],
)

let folder: string
let key: string
beforeAll(async () => {
  // Inside of the repository, where the packages are found.
  await mkdir(join(repoDir, '.cache'), { recursive: true })
  folder = await mkdtemp(join(repoDir, '.cache/client-examples-'))
  const customer = await Customer.signUp(url)
  // Batches are for paid plans.
  await makeEnterprise(customer)
  key = await (await testOperator()).createKey(customer.email, 'examples', ['jobs:read', 'jobs:write'])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The example as a program of its own. @returns what it printed */
async function run(code: string): Promise<string> {
  const file = join(folder, 'example.ts')
  await writeFile(file, code)
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, UTTER_URL: url, UTTER_KEY: key },
    timeout: 120_000,
  })
  return stdout
}
const exampleOf = (title: string): string => examples.find(([one]) => one === title)?.[1] ?? ''

test('every example of the README is run below', () => {
  expect(examples.map(([title]) => title)).toEqual([
    'A text becomes sound',
    'A job is followed',
    'A job is shared',
    'Many at once',
    'Lists',
    'A sign-up',
    'What goes wrong',
    'Webhooks',
  ])
})

test('a text becomes sound', async () => {
  await run(exampleOf('A text becomes sound'))
  const sound = await readFile(join(folder, 'good-morning.mp3'))
  expect(sound.length).toBeGreaterThan(5_000)
})

test('a job is followed to its end', async () => {
  const lines = (await run(exampleOf('A job is followed'))).trim().split('\n')
  expect(lines.at(-1)).toMatch(/^completed 100 \/audio\/[\w-]+\.mp3\?/)
  expect(lines.length).toBeGreaterThan(2)
})

test('a job is shared, and its link opens nothing once it is taken back', async () => {
  const printed = await run(exampleOf('A job is shared'))
  const [, secret] = /^heard at http\S+\/shared\/([\w-]{43})$/m.exec(printed) ?? []
  expect((await new Customer(url).get(`/api/shared/${secret}`)).status).toBe(404)
})

test('a batch is submitted, waited for, and has its results; what is not valid is refused alone', async () => {
  const lines = (await run(exampleOf('Many at once'))).trim().split('\n')
  expect(lines).toEqual([
    'refused: User text is required',
    expect.stringMatching(/^completed http\S+\.mp3\?/),
    expect.stringMatching(/^completed http\S+\.mp3\?/),
  ])
})

test('a list has the job of before', async () => {
  await access(join(folder, 'good-morning.mp3'))
  expect(await run(exampleOf('Lists'))).toMatch(/^\d{4}-\S+ Good morning\.$/m)
})

test('an account is made', async () => {
  expect(await run(exampleOf('A sign-up'))).toBe('100\n')
})

test('a refusal has its sentence, and its field', async () => {
  const printed = await run(exampleOf('What goes wrong'))
  expect(printed).toContain('400 invalid_request User text is required [')
  expect(printed).toContain("field: 'userText'")
})

test('a signed message is received, and another one refused', async () => {
  const file = join(folder, 'webhook.ts')
  await writeFile(file, exampleOf('Webhooks'))
  const { receive } = (await import(file)) as { receive(request: Request): Promise<Response> }
  const secret = /'whsec_([^']+)'/.exec(exampleOf('Webhooks'))?.[1] ?? ''
  const send = (text: string, signed = text) => {
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const hmac = createHmac('sha256', Buffer.from(secret, 'base64')).update(`id.${timestamp}.${signed}`)
    const headers = {
      'webhook-id': 'id',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${hmac.digest('base64')}`,
    }
    return receive(new Request('http://receiver.example', { method: 'POST', body: text, headers }))
  }
  expect((await send('{"type":"job.completed"}')).status).toBe(204)
  expect((await send('{"type":"job.failed"}', '{"type":"job.completed"}')).status).toBe(400)
})
