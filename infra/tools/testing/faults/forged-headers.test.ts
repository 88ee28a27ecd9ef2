import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditRow } from '@utter/contracts/http/account/audit'
import { identityHeader } from '@utter/http/identity'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { askFrom } from '@utter/testing/customers/ask-from'
import { Customer } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { type Replica, startReplica } from '@utter/testing/setup/replica'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const { dataDir } = ownPlatform()
const readsPerMinute = 20
/** Addresses for documentation (RFC 5737): here only a forger writes them. */
const forged = (i: number) => `198.51.100.${i}`
/** Each header by which a proxy names a request's origin, with another value each time. */
const claims = (i: number): Record<string, string> => ({
  'x-forwarded-for': `${forged(i)}, ${forged(i + 100)}`,
  forwarded: `for=${forged(i)};host=evil.example;proto=https`,
  'x-real-ip': forged(i),
  'x-client-ip': forged(i),
  'true-client-ip': forged(i),
  'cf-connecting-ip': forged(i),
})

const aNumber = () => Math.floor(Math.random() * 250) + 1
/** A random address of this machine: counts outlive a test. */
const anAddress = () => `127.7.${aNumber()}.${aNumber()}`
/** A random address that only the proxy names. */
const aClient = () => `10.${aNumber()}.${aNumber()}.${aNumber()}`

const direct = await closedAfterAll(startReplica('gateway', { READS_PER_MINUTE: String(readsPerMinute) }))
const customer = await Customer.signUp(ownPlatform().url)

const logIn = (from: string, to: Replica, headers: Record<string, string>, password = 'wrong') =>
  askFrom(from, `${to.url}/api/auth/login`, { method: 'POST', headers, body: { email: customer.email, password } })
const failures = async () => {
  const rows = (await customer.get('/api/auth/audit')).body as AuditRow[]
  return rows.flatMap(({ action, address, count = 1 }) =>
    action === 'login-failed' ? Array.from({ length: count }, () => address) : [],
  )
}

describe('without a trusted proxy an address is that of the connection', () => {
  test('for the rate of a visitor', async () => {
    const [visitor, other] = [anAddress(), anAddress()]
    const statuses: number[] = []
    for (let i = 0; i <= readsPerMinute; i++)
      statuses.push((await askFrom(visitor, `${direct.url}/api/plans`, { headers: claims(i) })).status)
    expect(statuses).toEqual([...Array.from({ length: readsPerMinute }, () => 200), 429])
    expect((await askFrom(other, `${direct.url}/api/plans`, { headers: claims(0) })).status).toBe(200)
  })

  test('for wrong passwords, for the audit and for the list of sessions', async () => {
    const [guesser, owner] = [anAddress(), anAddress()]
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) statuses.push((await logIn(guesser, direct, claims(i))).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    await eventually('each stands in the audit', async () => (await failures()).length === 10)
    expect(new Set(await failures())).toEqual(new Set([guesser]))

    expect((await logIn(owner, direct, claims(1), 'a long password')).status).toBe(200)
    const { body } = await customer.get('/api/auth/sessions')
    expect((body as { address: string }[]).map(({ address }) => address)).toContain(owner)
  })

  test('in every log: no line has an address that was forged', async () => {
    const marker = `/api/jobs/${crypto.randomUUID()}`
    const { headers } = await askFrom(anAddress(), `${direct.url}${marker}`, { headers: claims(1) })
    const folder = join(dataDir, 'logs')
    const logs = async () => Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    const id = String(headers['x-request-id'])
    await eventually('the request is in the log', async () => (await logs()).some((log) => log.includes(id)))
    expect((await logs()).filter((log) => log.includes(forged(1).slice(0, -1)))).toEqual([])
  })
})

describe('behind a trusted proxy', () => {
  const proxy = '127.0.0.80'
  let behind: Replica
  beforeAll(async () => {
    behind = await startReplica('gateway', { TRUSTED_PROXIES: proxy, READS_PER_MINUTE: String(readsPerMinute) })
  })
  afterAll(() => behind[Symbol.asyncDispose]())
  /** As a proxy does that appends its client to what that client sent. */
  const of = (client: string, i: number) => ({ ...claims(i), 'x-forwarded-for': `${forged(i)}, x, ${client}` })

  test('a visitor is whom the proxy names, not whom he names himself', async () => {
    const [client, other] = [aClient(), aClient()]
    const statuses: number[] = []
    for (let i = 0; i <= readsPerMinute; i++)
      statuses.push((await askFrom(proxy, `${behind.url}/api/plans`, { headers: of(client, i) })).status)
    expect(statuses).toEqual([...Array.from({ length: readsPerMinute }, () => 200), 429])
    expect((await askFrom(proxy, `${behind.url}/api/plans`, { headers: of(other, 0) })).status).toBe(200)
  })

  test('a client that comes past the proxy counts by its own address, whatever it claims', async () => {
    const [before, passer] = [(await failures()).length, anAddress()]
    for (let i = 0; i < 3; i++) expect((await logIn(passer, behind, claims(i))).status).toBe(401)
    await eventually('each stands in the audit', async () => (await failures()).length === before + 3)
    expect((await failures()).slice(0, 3)).toEqual([passer, passer, passer])
  })

  test('neither the host nor the protocol are whom a header names', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' }
    const from = aClient()
    const { status, headers: answered } = await logIn(
      proxy,
      behind,
      { ...headers, 'x-forwarded-for': from },
      'a long password',
    )
    expect(status).toBe(200)
    // Neither `Secure` nor a domain: the cookie is of PUBLIC_URL.
    expect(String(answered['set-cookie'])).not.toMatch(/secure|domain|evil/i)
    const write = { ...headers, 'x-forwarded-for': from, origin: 'https://evil.example' }
    expect((await logIn(proxy, behind, write)).status).toBe(403)
    const foreign = { host: 'evil.example', 'x-forwarded-host': 'localhost', 'x-forwarded-for': from }
    expect((await askFrom(proxy, `${behind.url}/api/plans`, { headers: foreign })).status).toBe(421)
  })

  test('what is said inside counts for nothing from outside', async () => {
    const headers = {
      'x-forwarded-for': aClient(),
      [identityHeader]: 'e30.e30.e30',
      'x-utter-session': 'planted',
      'x-request-id': 'planted',
      traceparent: '00-11111111111111111111111111111111-1111111111111111-01',
    }
    const { status, headers: answered, text } = await askFrom(proxy, `${behind.url}/api/auth/me`, { headers })
    expect(status).toBe(401)
    expect(JSON.stringify(answered) + text).not.toContain('planted')
    expect(answered['set-cookie']).toBeUndefined()
  })
})
