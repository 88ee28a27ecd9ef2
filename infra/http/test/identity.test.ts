import { createHmac, randomUUID } from 'node:crypto'
import { createLog } from '@utter/telemetry/log'
import { describe, expect, test } from 'vitest'
import { createIdentityGuard, createIdentitySigner, type Identity, identityHeader } from '../src/identity.ts'
import { createServer } from '../src/server.ts'

const key = 'k'.repeat(32)
const guard = createIdentityGuard(key, 'jobs')
const signer = createIdentitySigner(key)
const app = createServer({ log: createLog('http', 'silent') })
app.get('/person', { onRequest: guard.required('jobs:read') }, async () => 'person')
app.get('/session', { onRequest: guard.required() }, async () => 'session')
app.get('/anybody', { onRequest: guard.anybody }, async () => 'anybody')
app.get('/internal', { onRequest: guard.internal }, async () => 'internal')

const person: Identity = {
  userId: randomUUID(),
  tier: 'free',
  signedUpAt: '2026-01-15T09:00:00.000Z',
  sessionId: 's',
  scopes: ['jobs:read', 'jobs:write', 'usage:read'],
}
const { sessionId: _, ...ofNoSession } = person
const withKey = (scopes: Identity['scopes']) =>
  signer.caller('jobs', { address: '::1', person: { ...ofNoSession, keyId: 'k', scopes } })
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1_000)
/** A token as anybody could write it. */
function handMade(header: object, claims: object, signedWith?: string): string {
  const body = `${part(header)}.${part(claims)}`
  return `${body}.${signedWith ? createHmac('sha256', signedWith).update(body).digest('base64url') : ''}`
}
const hs256 = { alg: 'HS256', typ: 'JWT' }
const claims = { address: '::1', person, aud: 'jobs', iat: seconds(), exp: seconds() + 60 }

const session = signer.caller('jobs', { address: '::1', person })
const visitor = signer.caller('jobs', { address: '::1' })
const service = signer.internal('jobs', { role: 'service', name: 'notifier' })

describe('a token', () => {
  test.each<[string, string | undefined, Record<string, number>]>([
    ['of a session', session, { '/person': 200, '/session': 200, '/anybody': 200, '/internal': 401 }],
    ['of a visitor', visitor, { '/person': 401, '/session': 401, '/anybody': 200, '/internal': 401 }],
    ['of a key with the scope', withKey(['jobs:read']), { '/person': 200, '/session': 403, '/anybody': 200 }],
    ['of a key without it', withKey(['jobs:write']), { '/person': 403, '/session': 403, '/internal': 401 }],
    ['of a service', service, { '/person': 401, '/anybody': 401, '/internal': 200 }],
    ['that is missing', undefined, { '/person': 401, '/anybody': 401, '/internal': 401 }],
    ['that is nonsense', 'nonsense', { '/person': 401, '/anybody': 401, '/internal': 401 }],
    ['made by hand with the key', handMade(hs256, claims, key), { '/person': 200 }],
    ['made with another key', handMade(hs256, claims, 'x'.repeat(32)), { '/person': 401, '/anybody': 401 }],
    ['with alg none', handMade({ alg: 'none', typ: 'JWT' }, claims), { '/person': 401, '/anybody': 401 }],
    ['with alg none and a signature', handMade({ alg: 'none' }, claims, key), { '/person': 401 }],
    ['with no signature', handMade(hs256, claims), { '/person': 401 }],
    ['for another service', signer.caller('speech', { address: '::1', person }), { '/person': 401, '/anybody': 401 }],
    ['for nobody', handMade(hs256, { ...claims, aud: undefined }, key), { '/person': 401 }],
    [
      'that is over',
      handMade(hs256, { ...claims, iat: seconds() - 120, exp: seconds() - 60 }, key),
      { '/person': 401 },
    ],
    ['of a role that is none', handMade(hs256, { ...claims, role: 'admin', name: 'x' }, key), { '/internal': 401 }],
    [
      'of a user that is none',
      handMade(hs256, { ...claims, person: { ...person, userId: 'x' } }, key),
      { '/person': 401 },
    ],
  ])('%s', async (_name, token, answers) => {
    for (const [url, status] of Object.entries(answers)) {
      const answer = await app.inject({ url, headers: token === undefined ? {} : { [identityHeader]: token } })
      expect(answer.statusCode, url).toBe(status)
    }
  })

  test('is refused when its claims were changed', async () => {
    const [header, , signature] = session.split('.')
    const forged = `${header}.${part({ ...claims, person: { ...person, userId: randomUUID() } })}.${signature}`
    expect((await app.inject({ url: '/person', headers: { [identityHeader]: forged } })).statusCode).toBe(401)
  })

  test('that lacks a scope is told which', async () => {
    const answer = await app.inject({ url: '/person', headers: { [identityHeader]: withKey([]) } })
    expect(answer.json()).toMatchObject({ code: 'missing_scope', error: 'This API key lacks the scope jobs:read' })
  })
})
