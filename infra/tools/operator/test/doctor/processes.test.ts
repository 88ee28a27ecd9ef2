import { services } from '@utter/contracts/flow'
import { createIdentityGuard } from '@utter/http/identity'
import { createServer } from '@utter/http/server'
import { createLog } from '@utter/telemetry/log'
import { openHttpServer } from '@utter/testing/http-server'
import { createTestIdentity } from '@utter/testing/identity'
import { expect, onTestFinished, test } from 'vitest'
import { processChecks } from '../../src/doctor/checks/processes.ts'
import { vendorChecks } from '../../src/doctor/checks/vendors.ts'
import { examinedAt, faultsOf } from '../support/examined.ts'

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

test('processes of two versions are told, with the processes of each', async () => {
  const live = (body: object) => openHttpServer((_, response) => response.end(JSON.stringify(body)))
  await using older = await live({ status: 'live' })
  await using newer = await live({ status: 'live', version: '1.2.0' })
  const at = (jobs: string, chat: string) => {
    const processes = { jobs: { url: jobs, privateUrl: jobs }, chat: { url: chat, privateUrl: chat } }
    return faultsOf(
      processChecks.filter(({ name }) => name === 'processes: versions'),
      examinedAt({}, { processes }),
    )
  }
  expect(await at(older.url, newer.url)).toMatchObject([
    { status: 'warning', observed: 'an older one: jobs; 1.2.0: chat', action: expect.stringContaining('upgrades.md') },
  ])
  expect(await at(newer.url, newer.url)).toEqual([])
})

test('two versions of the pages behind one address are told', async () => {
  let count = 0
  await using gateway = await openHttpServer((_, response) =>
    response.end(`<script type="module" src="/assets/index-${count++ % 2}.js"></script>`),
  )
  const faults = await faultsOf(processChecks, examinedAt({}, { processes: { gateway: { url: gateway.url } } }))
  expect(faults).toMatchObject([{ name: 'processes: pages', status: 'warning' }])
})
