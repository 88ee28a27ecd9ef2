import { execFile } from 'node:child_process'
import { chmod, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { services } from '@utter/contracts/flow'
import { createIdentityGuard } from '@utter/http/identity'
import { createServer } from '@utter/http/server'
import { createLog } from '@utter/telemetry/log'
import { openHttpServer } from '@utter/testing/http-server'
import { createTestIdentity } from '@utter/testing/identity'
import { openFolder } from '@utter/testing/open-folder'
import { expect, inject, onTestFinished, test } from 'vitest'
import { writeBackup } from '../../src/backup/backup-file.ts'
import { writeBackupNote } from '../../src/backup/backup-note.ts'
import { audioChecks, examineDisk } from '../../src/doctor/checks/audio.ts'
import { backupChecks } from '../../src/doctor/checks/backups.ts'
import { clockChecks } from '../../src/doctor/checks/clock.ts'
import { processChecks } from '../../src/doctor/checks/processes.ts'
import { secretChecks } from '../../src/doctor/checks/secrets.ts'
import { settingChecks } from '../../src/doctor/checks/settings.ts'
import { vendorChecks } from '../../src/doctor/checks/vendors.ts'
import type { ExaminedSettings } from '../../src/doctor/settings.ts'
import { examinedAt, faultsOf } from '../support/examined.ts'

const hour = 3_600_000
const { MONGO_URL, REDIS_URL } = inject('backing')

test.each([
  [90_000, 'failed', '90 s behind this machine'],
  [-90_000, 'failed', '90 s ahead of this machine'],
  [-30_000, 'warning', '30 s ahead of this machine'],
])('a machine whose clock is %i ms off is told of every other', async (offMs, status, observed) => {
  await using server = await openHttpServer((_, response) => response.end())
  const now = () => new Date(Date.now() + offMs)
  const examined = examinedAt({ MONGO_URL, REDIS_URL }, { now, processes: { jobs: { url: server.url } } })
  const faults = await faultsOf(clockChecks, examined)
  expect(faults.map(({ name }) => name)).toEqual(['clock: mongodb', 'clock: redis', 'clock: jobs'])
  for (const fault of faults)
    expect(fault).toMatchObject({ status, action: 'timedatectl set-ntp true, on the machine that is wrong' })
  expect(faults[0]?.observed).toBe(observed)
  const right = examinedAt({ MONGO_URL, REDIS_URL }, { processes: { jobs: { url: server.url } } })
  expect(await faultsOf(clockChecks, right)).toEqual([])
})

test.each([
  [100 * 2 ** 20, 'failed', '0.1 GiB are free'],
  [1_536 * 2 ** 20, 'warning', '1.5 GiB are free'],
  [4 * 2 ** 30, 'ok', '4.0 GiB are free'],
])('a disk with %i free bytes is %s', async (free, status, observed) => {
  expect(await examineDisk('/data', async () => free)).toMatchObject({ status, observed })
})

test('a folder of audio that is not there is named first, and made by what is printed', async () => {
  await using folder = await openFolder()
  const audio = join(folder.path, 'audio')
  const own = audioChecks.filter(({ name }) => name.startsWith('audio'))
  const [first] = await faultsOf(own, examinedAt({ AUDIO_DIR: audio }))
  expect(first).toMatchObject({ status: 'failed', observed: `there is no folder ${audio}` })
  await promisify(execFile)('sh', ['-c', (first?.action ?? 'false').replace(/, as .*/, '')])
  expect(await faultsOf(own, examinedAt({ AUDIO_DIR: audio }))).toEqual([])
  const left = await readdir(audio, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
})

test('a folder of audio that cannot be written is named with its error', async () => {
  await using folder = await openFolder()
  // Files in place of all subfolders, since root may write anywhere else.
  for (let n = 0; n < 256; n++) await writeFile(join(folder.path, n.toString(16).padStart(2, '0')), '')
  const [first] = await faultsOf(audioChecks, examinedAt({ AUDIO_DIR: folder.path }))
  expect(first).toMatchObject({ name: 'audio: put, get, delete', status: 'failed' })
  expect(first?.observed).toMatch(/^(ENOTDIR|EEXIST)/)
})

test.each<[string, Record<string, string>, string, string]>([
  [
    'one that is short',
    { AUDIO_SIGNING_KEY: 'short' },
    'secrets: length',
    'AUDIO_SIGNING_KEY has less than 32 characters',
  ],
  [
    'one that is there twice',
    { WEBHOOK_SECRETS_KEY: 'w0Zk3nq8VtYb1LrXc5PjMh7DsGf2AeUo' },
    'secrets: each of its own',
    'AUDIO_SIGNING_KEY and WEBHOOK_SECRETS_KEY are the same',
  ],
  [
    'one of an example',
    { WEBHOOK_SECRETS_KEY: 'change-me-change-me-change-me-change-me' },
    'secrets: no default',
    "WEBHOOK_SECRETS_KEY looks like an example, or a sandbox's",
  ],
])('of secrets %s is named first', async (_what, changed, name, observed) => {
  const right = {
    AUDIO_SIGNING_KEY: 'w0Zk3nq8VtYb1LrXc5PjMh7DsGf2AeUo',
    WEBHOOK_SECRETS_KEY: 'Q9xT4mBv6JwRy2KzHd8NcLp3SgFa7EuI',
  }
  const [first, ...others] = await faultsOf(
    secretChecks,
    examinedAt({}, { isProduction: true, secrets: { ...right, ...changed } }),
  )
  expect([first, others]).toMatchObject([{ name, status: 'failed', observed }, []])
  expect(first?.action).toContain('rotating-secrets.md')
  expect(await faultsOf(secretChecks, examinedAt({}, { isProduction: true, secrets: right }))).toEqual([])
})

test('a file of secrets that others may read is named, and mended by what is printed', async () => {
  await using folder = await openFolder()
  await writeFile(join(folder.path, 'secrets.json'), '{}', { mode: 0o600 })
  await chmod(join(folder.path, 'secrets.json'), 0o644)
  const here = () =>
    examinedAt({}, { dataDir: folder.path, secrets: { WEBHOOK_SECRETS_KEY: 'Q9xT4mBv6JwRy2KzHd8NcLp3SgFa7EuI' } })
  const [first] = await faultsOf(secretChecks, here())
  expect(first).toMatchObject({ name: 'secrets: file', status: 'failed' })
  await promisify(execFile)('sh', ['-c', first?.action ?? 'false'])
  expect(await faultsOf(secretChecks, here())).toEqual([])
})

test.each<[Partial<ExaminedSettings>, boolean, string[]]>([
  [{ PUBLIC_URL: 'http://localhost:8080' }, false, []],
  [{ PUBLIC_URL: 'http://utter.example' }, true, ['settings: PUBLIC_URL']],
  [{ PUBLIC_URL: 'utter.example' }, true, ['settings: PUBLIC_URL']],
  [{ PUBLIC_URL: 'https://utter.example' }, false, ['settings: NODE_ENV']],
  [{ PUBLIC_URL: 'https://utter.example' }, true, ['settings: TRUSTED_PROXIES']],
  [{ PUBLIC_URL: 'https://utter.example', TRUSTED_PROXIES: '10.0.0.1' }, true, []],
])('of the settings %j, in production: %j, these are named: %j', async (settings, isProduction, names) => {
  const own = settingChecks.filter(({ name }) => name !== 'settings: certificate')
  expect((await faultsOf(own, examinedAt(settings, { isProduction }))).map(({ name }) => name)).toEqual(names)
})

test.each<[string, string, string, string]>([
  ['chat model', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'authorization'],
  ['ElevenLabs', 'ELEVENLABS_API_KEY', 'ELEVENLABS_BASE_URL', 'xi-api-key'],
  ['OpenAI’s voices', 'OPENAI_SPEECH_API_KEY', 'OPENAI_SPEECH_BASE_URL', 'authorization'],
  ['transcription', 'TRANSCRIBE_API_KEY', 'TRANSCRIBE_BASE_URL', 'authorization'],
])('a key that the vendor refuses is named (%s), and mended by the right one', async (name, key, base, header) => {
  const asked: string[] = []
  await using vendor = await openHttpServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const isRight = String(request.headers[header]).replace('Bearer ', '') === 'the-right-key'
    response.writeHead(isRight ? 200 : 401).end('{"data": []}')
  })
  const at = (value: string) => examinedAt({ [base]: vendor.url, [key]: value })
  expect(await faultsOf(vendorChecks, at('a-wrong-key'))).toEqual([
    {
      name: `vendors: ${name}`,
      status: 'failed',
      observed: 'it refuses the key (401)',
      action: `set ${key} to a key that it knows`,
    },
  ])
  expect(await faultsOf(vendorChecks, at('the-right-key'))).toEqual([])
  // Lists alone, which cost nothing.
  for (const one of asked) expect(one).toMatch(/^GET \/(models|v2\/voices\?page_size=1)$/)
})

test('a vendor that is away is named', async () => {
  expect(await faultsOf(vendorChecks, examinedAt({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }))).toMatchObject([
    { name: 'vendors: chat model', status: 'failed', action: 'set OPENAI_BASE_URL to an address that answers' },
  ])
})

test('the key of another platform is named at each service that refuses it', async () => {
  const keys = createTestIdentity()
  const guard = createIdentityGuard(keys.publicKeys, 'jobs')
  const app = createServer({ log: createLog('jobs', 'silent') })
  app.get('/internal/jobs/:id', { access: guard.internal('operator') }, async () => ({}))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const at = (signer: ReturnType<typeof keys.signer>) => examinedAt({}, { processes: { jobs: { url } }, signer })
  expect(await faultsOf(processChecks, at(createTestIdentity().signer('operator')))).toMatchObject([
    {
      name: 'processes: jobs takes our token',
      status: 'failed',
      action: expect.stringContaining('set IDENTITY_KEY to'),
    },
  ])
  expect(await faultsOf(processChecks, at(keys.signer('operator')))).toEqual([])
})

test('a process that is away, unready or unable to publish is named with what starts it', async () => {
  await using health = await openHttpServer((request, response) =>
    request.url === '/metrics'
      ? response.end('# HELP outbox_blocked_seconds For how long\noutbox_blocked_seconds 61.5\n')
      : response.writeHead(503).end('{"status": "not ready", "failed": ["mongo"]}'),
  )
  const url = 'http://127.0.0.1:9'
  const processes = {
    ...Object.fromEntries([...services, 'gateway'].map((name) => [name, { url, privateUrl: health.url }])),
    ...{ jobs: { url, privateUrl: url }, chat: undefined },
  }
  const faults = await faultsOf(processChecks, examinedAt({}, { dataDir: '/data', processes }))
  const seen = new Map(faults.map(({ name, observed }) => [name, observed]))
  expect(seen.get('processes: account')).toBe('not ready: mongo')
  expect(seen.get('processes: jobs')).toMatch(/^it does not answer: /)
  expect(seen.get('processes: chat')).toBe('it does not run')
  expect(seen.get('processes: publishing')).toMatch(/^unable to publish for a minute: account, speech/)
  expect(faults[0]?.action).toBe('stop and start again: npm start (its log: /data/logs/account.log)')
})

test('two versions of the pages behind one address are told', async () => {
  let count = 0
  await using gateway = await openHttpServer((_, response) =>
    response.end(`<script type="module" src="/assets/index-${count++ % 2}.js"></script>`),
  )
  const faults = await faultsOf(processChecks, examinedAt({}, { processes: { gateway: { url: gateway.url } } }))
  expect(faults).toMatchObject([{ name: 'processes: versions', status: 'warning' }])
})

test('an old backup is named first, and mended by another', async () => {
  await using folder = await openFolder()
  const named = () => examinedAt({}, { backupsDir: folder.path })
  async function* nothing() {}
  expect(await faultsOf(backupChecks, named())).toMatchObject([
    { status: 'failed', observed: 'there is none in the folder' },
  ])
  await writeBackup(join(folder.path, 'old'), new Date(Date.now() - 72 * hour), nothing())
  // Its time at the file system says nothing: a copy is newer than what is in it.
  await utimes(join(folder.path, 'old'), new Date(), new Date())
  await writeFile(join(folder.path, 'notes.txt'), 'no backup')
  expect(await faultsOf(backupChecks, named())).toMatchObject([
    { name: 'backup: last', status: 'warning', observed: '72 hours old' },
  ])
  await writeBackup(join(folder.path, 'new'), new Date(), nothing())
  expect(await faultsOf(backupChecks, named())).toEqual([])
})

test('in production the data folder tells when it was backed up last', async () => {
  await using folder = await openFolder()
  const here = (isProduction: boolean) => faultsOf(backupChecks, examinedAt({}, { dataDir: folder.path, isProduction }))
  expect(await here(false)).toEqual([])
  expect(await here(true)).toMatchObject([
    { status: 'warning', observed: 'none is known: --backups FOLDER says where they are' },
  ])
  await writeBackupNote(folder.path, new Date(Date.now() - 50 * hour))
  expect(await here(true)).toMatchObject([{ status: 'warning', observed: '50 hours old' }])
  await writeBackupNote(folder.path, new Date())
  expect(await here(true)).toEqual([])
})
