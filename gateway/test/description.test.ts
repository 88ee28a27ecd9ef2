import type { RequestListener } from 'node:http'
import { services } from '@utter/contracts/flow'
import { identityHeader } from '@utter/http/identity'
import { createLog } from '@utter/telemetry/log'
import { afterEach, expect, test } from 'vitest'
import { createParts } from '../src/api-docs/description/parts.ts'
import { type Gateway, openGateway } from './support/open-gateway.ts'

let gateway: Gateway
afterEach(() => gateway[Symbol.asyncDispose]())

const operation = (operationId: string, tag: string) => ({
  operationId,
  tags: [tag],
  summary: 'A route',
  responses: { 200: { description: 'Success' } },
})
const part = {
  paths: {
    '/api/jobs': { get: operation('listJobs', 'Jobs') },
    '/api/tts': { post: operation('submitTts', 'Jobs') },
    '/internal/jobs': { get: operation('inside', 'Jobs') },
    '/elsewhere': { get: operation('elsewhere', 'Jobs') },
  },
  schemas: { JobRow: { type: 'object', description: 'A <row>.' } },
}
const describes: RequestListener = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(part))
const isUnavailable: RequestListener = (_request, response) => void response.writeHead(503).end('{}')

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(gateway.url + path, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('the description holds what can be reached from outside, and each service is asked once, by the gateway', async () => {
  gateway = await openGateway()
  gateway.behaves(describes)
  const [{ status, headers, text }] = await Promise.all([get('/openapi.json'), get('/openapi.json'), get('/docs')])
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'application/json; charset=utf-8',
    'public, max-age=60',
  ])
  const document = JSON.parse(text) as { openapi: string; paths: object; components: { schemas: object } }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths).sort()).toEqual(['/api/client-errors', '/api/jobs', '/api/tts'])
  expect(document.components.schemas).toMatchObject({ JobRow: part.schemas.JobRow, Problem: {}, ClientError: {} })
  expect(gateway.asked.map(({ url }) => url)).toEqual(services.map(() => '/internal/openapi.json'))
  for (const { headers } of gateway.asked) expect(headers[identityHeader]).toBeDefined()
})

test('a route that spends is answered with what is left of the rate', async () => {
  gateway = await openGateway()
  gateway.behaves(describes)
  const { paths } = JSON.parse((await get('/openapi.json')).text)
  expect(Object.keys(paths['/api/tts'].post.responses[200].headers)).toContain('RateLimit-Remaining')
  expect(paths['/api/jobs'].get.responses[200].headers).toBeUndefined()
})

test.each(['/openapi.json', '/docs'])('%s is kept by caches: its mark is answered with 304', async (path) => {
  gateway = await openGateway()
  gateway.behaves(describes)
  const first = await get(path)
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{22}(-\w+)?"$/)
  for (const mark of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect(await get(path, { 'if-none-match': mark })).toMatchObject({ status: 304, text: '' })
  expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  expect((await get(path, { 'accept-encoding': 'identity' })).text).toBe(first.text)
})

test('while a service has never described itself there is no document, and the page says that it is not whole', async () => {
  gateway = await openGateway()
  gateway.behaves(isUnavailable)
  const { status, headers } = await get('/openapi.json')
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  const page = await get('/docs')
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(page.text).toContain('Some parts are not available right now')
})

test('a service that is unavailable leaves its last known part', async () => {
  gateway = await openGateway()
  let now = 0
  const urls = Object.fromEntries(services.map((name) => [name, gateway.serviceUrl]))
  const signer = { internal: () => 'a token' }
  const parts = createParts(urls as never, signer as never, createLog('gateway', 'silent'), () => now)
  gateway.behaves(isUnavailable)
  expect((await parts()).missing).toEqual([...services])
  gateway.behaves(describes)
  now += 2_000
  expect(await parts()).toMatchObject({ missing: [], parts: services.map(() => part) })
  gateway.behaves(isUnavailable)
  now += 60_000
  expect(await parts()).toMatchObject({ missing: [], parts: services.map(() => part) })
})

test('the page runs nothing in line and nothing from elsewhere, and shows text as text', async () => {
  gateway = await openGateway()
  gateway.behaves(describes)
  const { headers, text } = await get('/docs')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
  expect(text).toContain('A &lt;row&gt;.')
  expect(text).not.toContain('A <row>.')
})
