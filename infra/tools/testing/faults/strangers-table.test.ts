import { randomUUID } from 'node:crypto'
import { scopes } from '@utter/contracts/credential'
import { services } from '@utter/contracts/flow'
import type { CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import { doorOf } from '@utter/http/doors/door-of'
import { identityHeader } from '@utter/http/identity'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { toldBy } from '@utter/testing/problems'
import { type RegisteredRoute, registeredRoutes } from '@utter/testing/routes/registered-routes'
import { testSigner, testTarget } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { describe, expect, test } from 'vitest'

const { url } = ownPlatform()
// So that a route which is added tomorrow is held to this as well.
const registered = await registeredRoutes()
const inside = registered.filter(({ path }) => path.startsWith('/internal/'))
const outside = registered.filter(({ path }) => !path.startsWith('/internal/'))
const nameOf = ({ method, path }: RegisteredRoute) => `${method} ${path}`
/** All routes that need no account. */
const forVisitors = [
  'GET /.well-known/utter-keys.json',
  'GET /api/notifications/unsubscribe',
  'GET /api/plans',
  'GET /api/shared/:secret',
  'GET /api/shared/:secret/audio.mp3',
  'GET /api/voices',
  'GET /api/voices/:id/sample.mp3',
  'GET /audio/:file',
  'GET /feeds/:secret/chapters/:file',
  'GET /feeds/:secret/feed.xml',
  'GET /v1/models',
  'GET /v1/models/:model',
  'GET /v1/voices',
  'GET /v1/voices/:voice_id',
  'GET /v2/voices',
  'POST /api/auth/forgot-password',
  'POST /api/auth/login',
  'POST /api/auth/login/passkey',
  'POST /api/auth/login/passkey/options',
  'POST /api/auth/login/second-factor',
  'POST /api/auth/logout',
  'POST /api/auth/reset-password',
  'POST /api/auth/signup',
  'POST /api/auth/verify-email',
]
const forPeople = outside.filter((route) => !forVisitors.includes(nameOf(route)))

const owner = await Customer.signUp(url)
const stranger = await Customer.signUp(url)
const jobId = jobIdOf(await owner.speak('Mine alone.'))

/** The owner, with a session, or with a key where no session is let in. */
const caller = ({ access }: RegisteredRoute) => ({
  address: '127.0.0.1',
  identity: {
    userId: owner.user?.id ?? '',
    tier: 'pro' as const,
    signedUpAt: new Date().toISOString(),
    verifiedAt: new Date().toISOString(),
    ...(access === 'key' && { keyId: randomUUID() }),
    scopes: ['jobs:read' as const, 'jobs:write' as const, 'usage:read' as const],
  },
})

/** The same by a key of all scopes, where no session is let in. */
async function withKeyWhereNeeded(customer: Customer, { access }: RegisteredRoute): Promise<Customer> {
  if (access !== 'key') return customer
  const { body } = await customer.post('/api/keys', { name: 'a key', scopes })
  return new Customer(url, { authorization: `Bearer ${(body as CreatedApiKey).key}` })
}

/** Requests a route, its parameters filled with the job's id; a write has an empty object for a body. */
function ask(who: Customer, { method, path }: RegisteredRoute, headers: Record<string, string> = {}) {
  const filled = path.replace(':file', `${jobId}.mp3`).replace(/:\w+/g, jobId)
  return who.request(method, filled, { headers, ...(method !== 'GET' && { body: {} }) })
}

test('there is something to look at', () => {
  expect(inside.length).toBeGreaterThan(10)
  expect(outside.length).toBeGreaterThan(15)
  expect(new Set(registered.map(({ service }) => service)).size).toBe(services.length)
})

test('a visitor may ask for these, and for nothing else', async () => {
  const visitor = new Customer(url)
  const open = []
  for (const route of outside) {
    const { status } = await ask(visitor, route)
    if (status !== 401) open.push(nameOf(route))
  }
  expect(open.sort()).toEqual(forVisitors)
})

describe.each(inside)('$method $path of $service', (route) => {
  test('is reached by nobody from outside', async () => {
    for (const who of [new Customer(url), owner]) expect((await ask(who, route)).status).toBe(404)
  })
})

describe.each(forPeople)('$method $path', (route) => {
  test('is refused to a made-up credential, and to a forged identity', async () => {
    const token = (await testSigner('gateway')).caller(route.service, { address: '127.0.0.1' })
    for (const headers of [
      { authorization: `Bearer utter_${randomUUID()}` },
      { authorization: 'Bearer nonsense' },
      { cookie: `utter_session=${randomUUID()}` },
      { [identityHeader]: token },
    ]) {
      expect([headers, (await ask(new Customer(url), route, headers)).status]).toEqual([headers, 401])
    }
  })
})

/** A body of more bytes than the route takes: a batch has a hundred times as many as most, and a work more. */
const tooLargeFor = ({ path }: { path: string }): string => `{"a":"${'x'.repeat(Math.max(maxBytesOf(path), 200_000))}"}`
const maxBytesOf = (path: string): number => {
  if (path.startsWith('/api/batch')) return maxBodyBytes.batch
  if (path === '/api/works') return maxBodyBytes.work
  if (path === '/api/verify') return maxBodyBytes.signature
  return path === '/api/pronunciations' ? maxBodyBytes.pronunciations : 0
}

describe.each(outside.filter(({ method }) => method !== 'GET'))('$method $path', (route) => {
  test('is refused to another site, with a session and without', async () => {
    for (const who of [stranger, new Customer(url)]) {
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
        const { status, body } = await ask(who, route, headers)
        expect({ status, ...toldBy(body as object) }).toMatchObject({ status: 403, code: 'cross_site' })
      }
    }
  })

  test('is refused by its service too with a body that is too large', async () => {
    const direct = new Customer((await testTarget()).urls[route.service] ?? '')
    const token = (await testSigner('gateway')).caller(route.service, caller(route))
    const raw = tooLargeFor(route)
    const { status, body } = await direct.request(route.method, route.path.replace(/:\w+/g, randomUUID()), {
      raw,
      headers: { [identityHeader]: token },
    })
    expect({ status, ...toldBy(body as object) }).toMatchObject({ status: 413, code: 'body_too_large' })
  })

  test('is refused with a body that no route of ours has', async () => {
    // Logging out is one of them.
    const somebody = await withKeyWhereNeeded(await Customer.signUp(url), route)
    for (const [raw, status] of [
      [JSON.stringify(Array.from({ length: 3_000 }, () => 0)), 400],
      [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 400],
      [tooLargeFor(route), 413],
    ] as const) {
      const answer = await somebody.request(route.method, route.path.replace(/:\w+/g, randomUUID()), { raw })
      const told = status === 400 && doorOf(route.path) === 'elevenlabs' ? 422 : status
      // Routes without a body leave it unread: done, nothing to do, or refused by the account's state or plan.
      expect([status, told, 200, 403, 404, 409]).toContain(answer.status)
      if (status === 413) expect(answer.status).toBe(413)
    }
  })
})
