import { createHmac, randomUUID, sign } from 'node:crypto'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createIdentityGuard,
  createIdentitySigner,
  type Identity,
  identityHeader,
  tokenLifetimeMs,
} from '../src/identity.ts'
import { identityPublicKeys, makeIdentityKeys, privateKeyOf, type SignerName } from '../src/identity-keys.ts'
import { createServer } from '../src/server.ts'
import { tokenRefusedHeader } from '../src/token-refusal.ts'

const keys = createTestIdentity()
const guard = createIdentityGuard(keys.publicKeys, 'jobs')
const signer = keys.signer('gateway')
const app = createServer({ log: createLog('http', 'silent') })
app.get('/account', { access: guard.required('jobs:read') }, async () => 'account')
app.get('/both', { access: guard.required('jobs:write', 'jobs:read') }, async () => 'both')
app.get('/deletion', { access: guard.required('jobs:delete') }, async () => 'deletion')
app.get('/session', { access: guard.required() }, async () => 'session')
app.get('/anybody', { access: guard.anybody }, async () => 'anybody')
app.get('/internal', { access: guard.internal('notifier', 'operator') }, async () => 'internal')

const identity: Identity = {
  userId: randomUUID(),
  tier: 'free',
  signedUpAt: '2026-01-15T09:00:00.000Z',
  sessionId: 's',
  scopes: ['jobs:read', 'jobs:write', 'usage:read'],
}
const { sessionId: _, ...ofNoSession } = identity
const withKey = (scopes: Identity['scopes'], addedScopes?: string[]) =>
  signer.caller('jobs', {
    address: '::1',
    identity: { ...ofNoSession, keyId: 'k', scopes, ...(addedScopes && { addedScopes }) },
  })
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1_000)
/** A token as anybody could write it who has this private key, or none. */
function handMade(header: object, claims: object, privateKey?: string): string {
  const body = `${part(header)}.${part(claims)}`
  const signature = privateKey && sign(null, Buffer.from(body), privateKeyOf(privateKey)).toString('base64url')
  return `${body}.${signature ?? ''}`
}
/** The oldest trick: the public key, which is no secret, taken for a shared one. */
function signedWithPublicKey(claims: object): string {
  const body = `${part({ ...header, alg: 'HS256' })}.${part(claims)}`
  return `${body}.${createHmac('sha256', keys.publicKeys.get('gateway')?.[0] ?? '')
    .update(body)
    .digest('base64url')}`
}
const header = { alg: 'EdDSA', typ: 'JWT', kid: 'gateway' }
const { gateway, notifier } = keys.privateKeys
const claims = { address: '::1', identity, iss: 'gateway', aud: 'jobs', iat: seconds(), exp: seconds() + 60 }

const session = signer.caller('jobs', { address: '::1', identity })
const visitor = signer.caller('jobs', { address: '::1' })
const internal = (name: SignerName, audience = 'jobs') => keys.signer(name).internal(audience)

describe('a token', () => {
  test.each<[string, string | undefined, Record<string, number>]>([
    ['of a session', session, { '/account': 200, '/session': 200, '/anybody': 200, '/internal': 401 }],
    ['of a visitor', visitor, { '/account': 401, '/session': 401, '/anybody': 200, '/internal': 401 }],
    ['of a key with the scope', withKey(['jobs:read']), { '/account': 200, '/session': 403, '/anybody': 200 }],
    ['of a key without it', withKey(['jobs:write']), { '/account': 403, '/session': 403, '/internal': 401 }],
    ['of a service that may call', internal('notifier'), { '/account': 401, '/anybody': 401, '/internal': 200 }],
    ['of a service that may not', internal('account'), { '/account': 401, '/anybody': 401, '/internal': 401 }],
    ['of the operator', internal('operator'), { '/account': 401, '/anybody': 401, '/internal': 200 }],
    ['of the operator for another service', internal('operator', 'speech'), { '/internal': 401 }],
    ['that is missing', undefined, { '/account': 401, '/anybody': 401, '/internal': 401 }],
    ['that is nonsense', 'nonsense', { '/account': 401, '/anybody': 401, '/internal': 401 }],
    ['that is nonsense of three parts', 'a.b.c', { '/account': 401, '/anybody': 401, '/internal': 401 }],
    ['made by hand with the gateway’s key', handMade(header, claims, gateway), { '/account': 200 }],
    [
      'made with an unknown key',
      handMade(header, claims, createTestIdentity().privateKeys.gateway),
      { '/account': 401 },
    ],
    [
      'of an account, signed by a service in the gateway’s name',
      handMade(header, claims, notifier),
      { '/account': 401 },
    ],
    [
      'of an account, signed by a service in its own name',
      keys.signer('notifier').caller('jobs', { address: '::1', identity }),
      { '/account': 401, '/anybody': 401 },
    ],
    [
      'of the gateway for people, shown by a service as its own',
      handMade({ ...header, kid: 'notifier' }, claims, notifier),
      { '/account': 401, '/internal': 401 },
    ],
    [
      'of an issuer that its key is not',
      handMade(header, { ...claims, iss: 'operator' }, gateway),
      { '/account': 401 },
    ],
    ['of a signer that is none', handMade({ ...header, kid: 'x' }, claims, gateway), { '/account': 401 }],
    ['of no signer', handMade({ alg: 'EdDSA' }, claims, gateway), { '/account': 401 }],
    ['signed with the public key', signedWithPublicKey(claims), { '/account': 401 }],
    ['with alg none', handMade({ ...header, alg: 'none' }, claims), { '/account': 401, '/anybody': 401 }],
    ['with alg none and a signature', handMade({ ...header, alg: 'none' }, claims, gateway), { '/account': 401 }],
    ['with no signature', handMade(header, claims), { '/account': 401 }],
    [
      'for another service',
      signer.caller('speech', { address: '::1', identity }),
      { '/account': 401, '/anybody': 401 },
    ],
    ['without an audience', handMade(header, { ...claims, aud: undefined }, gateway), { '/account': 401 }],
    ['without an end', handMade(header, { ...claims, exp: undefined }, gateway), { '/account': 401 }],
    [
      'that is over',
      handMade(header, { ...claims, iat: seconds() - 120, exp: seconds() - 60 }, gateway),
      { '/account': 401 },
    ],
    [
      'of a user that is none',
      handMade(header, { ...claims, identity: { ...identity, userId: 'x' } }, gateway),
      { '/account': 401 },
    ],
  ])('%s', async (_name, token, answers) => {
    for (const [url, status] of Object.entries(answers)) {
      const answer = await app.inject({ url, headers: token === undefined ? {} : { [identityHeader]: token } })
      expect(answer.statusCode, url).toBe(status)
    }
  })

  test('is refused when its claims were changed', async () => {
    const [header, , signature] = session.split('.')
    const forged = `${header}.${part({ ...claims, identity: { ...identity, userId: randomUUID() } })}.${signature}`
    expect((await app.inject({ url: '/account', headers: { [identityHeader]: forged } })).statusCode).toBe(401)
  })

  test('that lacks a scope is answered with its name', async () => {
    const answer = await app.inject({ url: '/account', headers: { [identityHeader]: withKey([]) } })
    expect(answer.json()).toMatchObject({ code: 'missing_scope', error: 'This API key lacks the scope jobs:read' })
  })

  test('that needs two scopes is answered with the one that it lacks', async () => {
    const ask = async (...scopes: Identity['scopes']) => {
      const answer = await app.inject({ url: '/both', headers: { [identityHeader]: withKey(scopes) } })
      return answer.statusCode === 200 ? 'let in' : answer.json().error
    }
    expect(await ask('jobs:read', 'jobs:write')).toBe('let in')
    expect(await ask('jobs:write')).toBe('This API key lacks the scope jobs:read')
    expect(await ask('jobs:read')).toBe('This API key lacks the scope jobs:write')
  })

  test.each<[string, string, number]>([
    ['a key of before deletion had a scope of its own', withKey(['jobs:write']), 200],
    ['one of before that may only read', withKey(['jobs:read']), 403],
    ['a key without it', withKey(['jobs:write', 'jobs:read', 'usage:read'], []), 403],
    ['a key with it', withKey([], ['jobs:delete']), 200],
    ['a key with a scope of a version to come', withKey([], ['jobs:delete', 'jobs:sing']), 200],
    ['a session', session, 200],
  ])('deletion by %s', async (_name, token, status) => {
    expect((await app.inject({ url: '/deletion', headers: { [identityHeader]: token } })).statusCode).toBe(status)
  })

  test('is good for a minute after it was signed, and one more for clocks, also where it was found good before', async () => {
    const pass = standStill()
    // No other test's, which may be older.
    const token = keys.signer('gateway', tokenLifetimeMs).caller('jobs', { address: '::1', identity })
    const statusAfter = async (ms: number) => {
      pass(ms)
      return (await app.inject({ url: '/account', headers: { [identityHeader]: token } })).statusCode
    }
    expect(await statusAfter(0)).toBe(200)
    // The tolerance of clocks, and the second that tokens count in.
    expect(await statusAfter(2 * tokenLifetimeMs - 1_000)).toBe(200)
    expect(await statusAfter(2_000)).toBe(401)
  })

  test('by the key before is good for as long as that key is listed beside the new one', async () => {
    const [before, after] = [makeIdentityKeys(), makeIdentityKeys()]
    const pairOf = ({ publicKeys }: typeof before) => publicKeys.split(',').filter((one) => one.startsWith('gateway='))
    const tokens = [before, after].map(({ privateKeys }) =>
      createIdentitySigner(privateKeyOf(privateKeys.gateway), 'gateway').caller('jobs', { address: '::1', identity }),
    )
    const statusesWith = async (...pairs: string[]) => {
      const listed = createIdentityGuard(identityPublicKeys.parse(pairs.join()), 'jobs')
      const server = createServer({ log: createLog('http', 'silent') })
      server.get('/account', { access: listed.required('jobs:read') }, async () => 'account')
      const answers = tokens.map((token) => server.inject({ url: '/account', headers: { [identityHeader]: token } }))
      return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    }
    expect(await statusesWith(...pairOf(before))).toEqual([200, 401])
    expect(await statusesWith(...pairOf(before), ...pairOf(after))).toEqual([200, 200])
    expect(await statusesWith(...pairOf(after))).toEqual([401, 200])
  })

  test('that is refused itself is marked as such, with the time of the clock that refused it', async () => {
    const markOf = async (url: string, token: string) => {
      const { statusCode, headers } = await app.inject({ url, headers: { [identityHeader]: token } })
      return [statusCode, headers[tokenRefusedHeader], headers.connection]
    }
    standStill()
    const mark = new Date().toISOString()
    const isOver = handMade(header, { ...claims, iat: seconds() - 600, exp: seconds() - 540 }, gateway)
    expect(await markOf('/account', isOver)).toEqual([401, mark, 'close'])
    expect(await markOf('/anybody', signedWithPublicKey(claims))).toEqual([401, mark, 'close'])
    const ofLater = handMade(header, { ...claims, identity: { ...identity, tier: 'of a later version' } }, gateway)
    expect(await markOf('/account', ofLater)).toEqual([401, mark, 'close'])
    // A good one, of a visitor: it is for him to log in.
    expect(await markOf('/account', visitor)).toEqual([401, undefined, 'keep-alive'])
  })

  test('is signed anew when half of its time is over, and is the same until then', () => {
    const pass = standStill()
    const fresh = keys.signer('gateway', tokenLifetimeMs)
    const tokenAfter = (ms: number) => {
      pass(ms)
      return [fresh.caller('jobs', { address: '::1', identity }), fresh.internal('jobs')]
    }
    const first = tokenAfter(0)
    expect(tokenAfter(29_000)).toEqual(first)
    const second = tokenAfter(2_000)
    expect(first.filter((token) => second.includes(token))).toEqual([])
  })
})

/** Stops the time, but for what the returned function adds. */
function standStill(): (ms: number) => void {
  let atMs = performance.now()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] })
  // The object that there is: the cache has kept it.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => atMs)
  onTestFinished(() => {
    clock.mockRestore()
    vi.useRealTimers()
  })
  return (ms) => {
    atMs += ms
    vi.advanceTimersByTime(ms)
  }
}

test('while the key of a signer is replaced tokens of either are good, and of none other', async () => {
  const [old, fresh, stranger] = [createTestIdentity(), createTestIdentity(), createTestIdentity()]
  const publicKeys = identityPublicKeys.parse(`${old.publicKeysText},${fresh.publicKeysText}`)
  const both = createServer({ log: createLog('http', 'silent') })
  both.get('/session', { onRequest: createIdentityGuard(publicKeys, 'jobs').required() }, async () => 'session')
  const statuses = await Promise.all(
    [old, fresh, stranger].map(async (one) => {
      const token = one.signer('gateway').caller('jobs', { address: '::1', identity })
      return (await both.inject({ url: '/session', headers: { [identityHeader]: token } })).statusCode
    }),
  )
  expect(statuses).toEqual([200, 200, 401])
})
