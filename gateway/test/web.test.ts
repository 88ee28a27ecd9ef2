import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { describe, expect, test } from 'vitest'
import { openGateway, script } from './support/open-gateway.ts'

const gateway = await closedAfterAll(openGateway())

/** By node:http, which decodes nothing. */
async function fetchRaw(path: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(gateway.url + path, { headers }, resolve).on('error', reject)
  const answer = await promise
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}
const same = (bytes: Buffer) => bytes
const codings = [
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['', undefined, same],
  ['identity', undefined, same],
] as const

describe.each(codings)('with accept-encoding %j', (accepted, coding, decode) => {
  test(`an asset is sent as ${coding ?? 'it is'}, and caches are told that it varies`, async () => {
    const { status, headers, body } = await fetchRaw('/assets/app-1.js', { 'accept-encoding': accepted })
    expect(status).toBe(200)
    expect(headers['content-encoding']).toBe(coding)
    expect(headers.vary).toContain('accept-encoding')
    expect(headers['content-type']).toMatch(/javascript/)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(decode(body).toString()).toBe(script)
    expect(Number(headers['content-length'])).toBe(body.length)
    if (coding) expect(body.length).toBeLessThan(script.length / 4)
  })
  const ofPage = accepted.includes('gzip') ? 'gzip' : undefined
  test.each([
    ['/', 200],
    ['/works/3d1c9a52-7c1e-4a35-9a3d-0a3a4f0f2d11', 200],
    ['/nowhere', 404],
  ])(`the page of %s is sent as ${ofPage ?? 'it is'}`, async (path, expected) => {
    const { status, headers, body } = await fetchRaw(path, { 'accept-encoding': accepted })
    expect(status).toBe(expected)
    expect(headers['content-encoding']).toBe(ofPage)
    expect(headers.vary).toContain('accept-encoding')
    expect((ofPage ? gunzipSync(body) : body).toString()).toMatch(/^<!doctype html>.*nonce="[\w+/=]{24}"><\/script>$/)
  })
})

test('the page says whether a session cookie came, whatever its value is worth', async () => {
  const pageFor = async (headers: Record<string, string>) => String((await fetchRaw('/', headers)).body)
  expect(await pageFor({})).toContain('data-session="no"')
  expect(await pageFor({ cookie: 'theme=light' })).toContain('data-session="no"')
  expect(await pageFor({ cookie: 'utter_session=anything' })).toContain('data-session="yes"')
})

test('the page of a shared job is for no search engine, and its address goes to no other page', async () => {
  const { status, headers } = await fetchRaw(`/shared/${'a'.repeat(43)}`)
  expect([status, headers['x-robots-tag'], headers['referrer-policy']]).toEqual([
    200,
    'noindex, nofollow, noarchive',
    'no-referrer',
  ])
  expect((await fetchRaw('/verify')).headers).not.toHaveProperty('x-robots-tag')
})

test('each page has a nonce of its own, and its policy allows that one alone', async () => {
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const { headers, body } = await fetchRaw('/')
      const nonce = /nonce="([^"]+)"/.exec(String(body))?.[1]
      expect(headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic'`)
      expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
      expect(headers['cache-control']).toBe('no-store')
      return nonce
    }),
  )
  expect(nonces[0]).not.toBe(nonces[1])
})

test('pages past 600 a minute of one address are a 429 with the time to retry after, and the API goes on', async () => {
  await using strict = await openGateway()
  const ask = async (path: string) => (await fetch(strict.url + path)).status
  for (let i = 0; i < 6; i++) {
    const statuses = await Promise.all(Array.from({ length: 100 }, () => ask('/')))
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
  const refused = await fetch(`${strict.url}/nowhere`)
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'rate_limited' }])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  expect(await ask('/api/plans')).toBe(200)
})

describe('the conditions of an asset', () => {
  test('are those of RFC 9110, in each coding', async () => {
    for (const accepted of ['br', 'identity']) {
      const ask = async (headers: Record<string, string>) => {
        const answer = await fetchRaw('/assets/app-1.js', { 'accept-encoding': accepted, ...headers })
        return [answer.status, answer.body.length > 0 && answer.status === 304]
      }
      const { etag = '', 'last-modified': date = '' } = (
        await fetchRaw('/assets/app-1.js', { 'accept-encoding': accepted })
      ).headers
      for (const kept of [etag, `"other", ${etag}`, etag.replace(/^W\//, ''), '*'])
        expect([kept, await ask({ 'if-none-match': kept })]).toEqual([kept, [304, false]])
      expect(await ask({ 'if-modified-since': date })).toEqual([304, false])
      expect(await ask({ 'if-none-match': '"other"', 'if-modified-since': date })).toEqual([200, false])
      expect(await ask({ 'if-match': '"other"' })).toEqual([412, false])
      expect(await ask({ 'if-match': '*' })).toEqual([200, false])
      expect(await ask({ 'if-unmodified-since': new Date(0).toUTCString() })).toEqual([412, false])
    }
  })
  test('a range is not offered: an asset is sent whole', async () => {
    for (const range of ['bytes=0-3', 'bytes=999999999-', 'of no sense']) {
      const { status, headers } = await fetchRaw('/assets/app-1.js', { range, 'if-range': 'W/"other"' })
      expect([status, headers['content-range'], headers['accept-ranges']]).toEqual([200, undefined, undefined])
    }
  })
})

test('what the build keeps for itself is not served', async () => {
  const { status, body } = await fetchRaw('/.vite/earlier-assets.json')
  expect(status).toBe(404)
  expect(String(body)).toContain('<!doctype html>')
})

describe('the cookie of a session that has ended', () => {
  const me = (headers: Record<string, string>) => fetchRaw('/api/auth/me', headers)
  test('is cleared by the answer to who is signed in', async () => {
    const { headers } = await me({ cookie: 'utter_session=long-over' })
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^utter_session=;.*Max-Age=0/)])
  })
  test('is none where none came', async () => {
    expect((await me({})).headers['set-cookie']).toBeUndefined()
  })
})
