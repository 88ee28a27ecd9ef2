import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { promisify } from 'node:util'
import { makeAuthority } from '@utter/testing/engines/authority'
import { createTestIdentity } from '@utter/testing/identity'
import { openFolder } from '@utter/testing/open-folder'
import { expect, onTestFinished, test } from 'vitest'
import { secretChecks } from '../../src/doctor/checks/secrets.ts'
import { settingChecks } from '../../src/doctor/checks/settings.ts'
import type { ExaminedSettings } from '../../src/doctor/settings.ts'
import { examinedAt, faultsOf } from '../support/examined.ts'

const hour = 3_600_000

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

test('a key whose public half no service knows is named', async () => {
  const { privateKeys, publicKeysText } = createTestIdentity()
  const at = (key: string) =>
    faultsOf(
      secretChecks.filter(({ name }) => name === 'secrets: identity keys'),
      examinedAt({ IDENTITY_PUBLIC_KEYS: publicKeysText }, { secrets: { IDENTITY_KEY: key } }),
    )
  expect(await at(privateKeys.operator)).toEqual([])
  for (const key of [createTestIdentity().privateKeys.operator, 'no key'])
    expect(await at(key)).toMatchObject([{ status: 'failed', observed: 'no public half is known of IDENTITY_KEY' }])
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

test('a certificate that ends soon is told with its days, and one that has ended has failed', async () => {
  await using folder = await openFolder()
  const { cert, key } = makeAuthority(folder.path).issue('localhost')
  const server = createTlsServer({ cert: await readFile(cert), key: await readFile(key) }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const PUBLIC_URL = `https://localhost:${(server.address() as AddressInfo).port}`
  const own = settingChecks.filter(({ name }) => name === 'settings: certificate')
  const daysAgo = (days: number) => () => new Date(Date.now() - days * 24 * hour)
  const [soon] = await faultsOf(own, examinedAt({ PUBLIC_URL }, { now: daysAgo(10) }))
  expect(soon).toMatchObject({ status: 'warning', action: 'renew the certificate of localhost: certbot renew' })
  expect(soon?.observed).toMatch(/^it expires in 1[12] days$/)
  expect(await faultsOf(own, examinedAt({ PUBLIC_URL }, { now: daysAgo(-5) }))).toMatchObject([{ status: 'failed' }])
  expect(await faultsOf(own, examinedAt({ PUBLIC_URL }, { now: daysAgo(60) }))).toEqual([])
})
