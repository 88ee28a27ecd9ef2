import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { refuseCrossSite } from '../src/auth/same-site.ts'
import { tokenOf } from '../src/auth/token.ts'
import { createSessionCookie } from '../src/cookies/session.ts'

const request = (headers: Record<string, string>, method = 'POST') => ({ method, headers }) as unknown as FastifyRequest
const publicUrl = 'https://utter.example/'

describe('a write with a session', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['from our own pages', { 'sec-fetch-site': 'same-origin', origin: 'https://utter.example' }, true],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }, true],
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
    ['from a sister domain', { 'sec-fetch-site': 'same-site', origin: 'https://evil.utter.example' }, false],
    [
      'from another site that claims our origin',
      { 'sec-fetch-site': 'cross-site', origin: 'https://utter.example' },
      false,
    ],
    ['from an older browser on our pages', { origin: 'https://utter.example' }, true],
    ['from an older browser elsewhere', { origin: 'https://evil.example' }, false],
    ['from a page without an origin', { origin: 'null' }, false],
    ['from our name by another port', { origin: 'https://utter.example:8443' }, false],
    ['from a name that begins like ours', { origin: 'https://utter.example.evil.example' }, false],
    ['from no browser', {}, true],
  ])('%s', (_name, headers, isAllowed) => {
    const act = () => refuseCrossSite(request({ host: 'utter.example', ...headers }), publicUrl)
    if (isAllowed) act()
    else expect(act).toThrow(expect.objectContaining({ status: 403, code: 'cross_site' }))
    for (const method of ['GET', 'HEAD', 'OPTIONS']) refuseCrossSite(request(headers, method), publicUrl)
  })
})

describe('the token of a request', () => {
  const cookie = createSessionCookie(publicUrl)
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
  test.each<[string, Record<string, string>, ReturnType<typeof tokenOf> | 'refused']>([
    ['is none for a visitor', {}, null],
    ['is the key', { authorization: 'Bearer utter_abc' }, { kind: 'key', hash: hashOf('utter_abc') }],
    [
      'is the key, however Bearer is written',
      { authorization: 'bearer utter_abc' },
      { kind: 'key', hash: hashOf('utter_abc') },
    ],
    ['is the session', { cookie: '__Host-utter_session=abc' }, { kind: 'session', hash: hashOf('abc') }],
    [
      'is the session among other cookies',
      { cookie: 'a=b; __Host-utter_session=abc; c=d' },
      { kind: 'session', hash: hashOf('abc') },
    ],
    [
      'is the key where there are both',
      { authorization: 'Bearer utter_k', cookie: '__Host-utter_session=abc' },
      { kind: 'key', hash: hashOf('utter_k') },
    ],
    ['is none for a cookie without the prefix', { cookie: 'utter_session=abc' }, null],
    ['is none for an empty session', { cookie: '__Host-utter_session=' }, null],
    ['is none for a session that is too long', { cookie: `__Host-utter_session=${'x'.repeat(201)}` }, null],
    ['is refused without our prefix', { authorization: 'Bearer sk_abc' }, 'refused'],
    ['is refused as a password', { authorization: 'Basic dXR0ZXI6YWJj' }, 'refused'],
    ['is refused when it is empty', { authorization: '' }, 'refused'],
    ['is refused with a space', { authorization: 'Bearer utter_a b' }, 'refused'],
    ['is refused when it is too long', { authorization: `Bearer utter_${'x'.repeat(200)}` }, 'refused'],
    ['is refused even beside a session', { authorization: 'Bearer x', cookie: '__Host-utter_session=abc' }, 'refused'],
  ])('%s', (_name, headers, expected) => {
    const act = () => tokenOf(request(headers), cookie)
    if (expected === 'refused') expect(act).toThrow(expect.objectContaining({ status: 401, code: 'invalid_key' }))
    else expect(act()).toEqual(expected)
  })
  test("is the key of ElevenLabs' clients, on their paths alone", () => {
    const tokenAt = (url: string, key = 'utter_abc') =>
      tokenOf({ ...request({ 'xi-api-key': key }), url } as FastifyRequest, cookie)
    const key = { kind: 'key', hash: hashOf('utter_abc') }
    expect([tokenAt('/v1/text-to-speech/default'), tokenAt('/v2/voices?page_size=1')]).toEqual([key, key])
    expect([tokenAt('/v1/user'), tokenAt('/v1/models')]).toEqual([key, key])
    expect(tokenAt('/api/tts')).toBeNull()
    for (const bad of ['', 'sk_abc', `utter_${'x'.repeat(200)}`])
      expect(() => tokenAt('/v1/text-to-speech/default', bad)).toThrow(expect.objectContaining({ code: 'invalid_key' }))
  })
  test('is kept from scripts and from other sites', () => {
    expect(cookie.write('abc')).toMatch(/^__Host-utter_session=abc; .*HttpOnly/)
    expect(cookie.write('abc')).toMatch(/Secure/)
    expect(cookie.write('abc')).toMatch(/SameSite=Lax/)
    expect(cookie.write('')).toMatch(/Max-Age=0/)
    expect(createSessionCookie('http://localhost:8080').write('abc')).toMatch(/^utter_session=abc; (?!.*Secure)/)
  })
})
